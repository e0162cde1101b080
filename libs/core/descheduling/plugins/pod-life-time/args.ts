import type { FieldError } from '@orrery/api-types';
import { fields, listOf, withDefault, type ValueOf } from '@orrery/documents';
import { argsOf, BOOL, broken, INTS, listsOf, SELECTION, STRING, STRINGS, UINT } from '../../policy/args-schema';

/** Phases, `status.reason`s and reasons of containers that pods can be selected by. */
const ALLOWED_STATES: readonly string[] = [
  'Completed',
  'ContainerCannotRun',
  'ContainerCreating',
  'CrashLoopBackOff',
  'CreateContainerConfigError',
  'CreateContainerError',
  'DeadlineExceeded',
  'ErrImagePull',
  'Error',
  'Evicted',
  'Failed',
  'ImagePullBackOff',
  'InvalidImageName',
  'NodeAffinity',
  'NodeLost',
  'OOMKilled',
  'Pending',
  'PodInitializing',
  'Running',
  'Shutdown',
  'StartError',
  'Succeeded',
  'UnexpectedAdmissionError',
  'Unknown',
];

const CONDITION_FIELDS = ['type', 'status', 'reason', 'minTimeSinceLastTransitionSeconds'] as const;

/** A condition that a pod must have: every given field must agree. */
const CONDITION_FILTER = fields(
  { type: STRING, status: STRING, reason: STRING, minTimeSinceLastTransitionSeconds: UINT },
  {
    name: 'PodConditionFilter',
    check: (filter) =>
      filter.type || filter.status || filter.reason || filter.minTimeSinceLastTransitionSeconds !== undefined
        ? undefined
        : [broken('type', `a condition needs at least one of ${CONDITION_FIELDS.join(', ')}`)],
  },
);
export type ConditionFilter = ValueOf<typeof CONDITION_FILTER>;

/** Arguments of PodLifeTime: when a pod has lived long enough. Categories are ANDed, entries of a category ORed. */
export const POD_LIFE_TIME_ARGS = argsOf(
  'PodLifeTimeArgs',
  {
    ...SELECTION,
    maxPodLifeTimeSeconds: UINT,
    states: withDefault(STRINGS, []),
    conditions: withDefault(listOf(CONDITION_FILTER, { name: '[]PodConditionFilter' }), []),
    exitCodes: withDefault(INTS, []),
    ownerKinds: withDefault(listsOf('OwnerKinds'), { include: [], exclude: [] }),
    includingInitContainers: withDefault(BOOL, false),
    includingEphemeralContainers: withDefault(BOOL, false),
  },
  ({ maxPodLifeTimeSeconds, states, conditions, exitCodes, ownerKinds: { include, exclude } }) => {
    const errors: FieldError[] = [];
    // States alone are not enough, as in v0.34; conditions and exit codes came later and are.
    if (maxPodLifeTimeSeconds === undefined && conditions.length === 0 && exitCodes.length === 0) {
      errors.push(broken('maxPodLifeTimeSeconds', 'MaxPodLifeTimeSeconds not set'));
    }
    if (states.some((state) => !ALLOWED_STATES.includes(state))) {
      errors.push(broken('states', `states must be one of [${ALLOWED_STATES.join(' ')}]`));
    }
    if (include.length > 0 && exclude.length > 0) {
      errors.push(broken('ownerKinds', 'only one of Include/Exclude owner kinds can be set'));
    }
    return errors;
  },
);
export type PodLifeTimeArgs = ValueOf<typeof POD_LIFE_TIME_ARGS>;
