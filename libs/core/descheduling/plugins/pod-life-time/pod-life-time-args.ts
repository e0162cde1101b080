import type { FieldReader } from '../../policy/field-reader';

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

/** A condition that a pod must have: every given field must agree. */
export interface ConditionFilter {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly minTimeSinceLastTransitionSeconds?: number;
}

/** When a pod has lived long enough. Categories are ANDed, entries of a category ORed. */
export interface PodLifeTimeArgs {
  readonly maxPodLifeTimeSeconds?: number;
  readonly states: readonly string[];
  readonly conditions: readonly ConditionFilter[];
  readonly exitCodes: readonly number[];
  readonly ownerKinds: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  readonly includesInit: boolean;
  readonly includesEphemeral: boolean;
}

export function readPodLifeTimeArgs(reader: FieldReader): PodLifeTimeArgs {
  const maxPodLifeTimeSeconds = reader.uint('maxPodLifeTimeSeconds');
  const states = reader.strings('states') ?? [];
  const conditions = (reader.objects('conditions', 'PodConditionFilter') ?? []).map(readCondition);
  const exitCodes = reader.ints('exitCodes') ?? [];
  // States alone are not enough, as in v0.34; conditions and exit codes came later and are.
  if (maxPodLifeTimeSeconds === undefined && conditions.length === 0 && exitCodes.length === 0) {
    reader.invalid('maxPodLifeTimeSeconds', 'MaxPodLifeTimeSeconds not set');
  }
  if (states.some((state) => !ALLOWED_STATES.includes(state))) {
    reader.invalid('states', `states must be one of [${ALLOWED_STATES.join(' ')}]`);
  }
  return {
    ...(maxPodLifeTimeSeconds !== undefined && { maxPodLifeTimeSeconds }),
    states,
    conditions,
    exitCodes,
    ownerKinds: readOwnerKinds(reader),
    includesInit: reader.bool('includingInitContainers') ?? false,
    includesEphemeral: reader.bool('includingEphemeralContainers') ?? false,
  };
}

function readCondition(reader: FieldReader): ConditionFilter {
  const type = reader.string('type');
  const status = reader.string('status');
  const reason = reader.string('reason');
  const seconds = reader.uint('minTimeSinceLastTransitionSeconds');
  reader.refuseUnknown();
  if (!type && !status && !reason && seconds === undefined) {
    reader.invalid('type', 'a condition needs at least one of type, status, reason, minTimeSinceLastTransitionSeconds');
  }
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(reason && { reason }),
    ...(seconds !== undefined && { minTimeSinceLastTransitionSeconds: seconds }),
  };
}

function readOwnerKinds(reader: FieldReader): PodLifeTimeArgs['ownerKinds'] {
  const kinds = reader.object('ownerKinds', 'OwnerKinds');
  const lists = { include: kinds?.strings('include') ?? [], exclude: kinds?.strings('exclude') ?? [] };
  kinds?.refuseUnknown();
  if (lists.include.length > 0 && lists.exclude.length > 0) {
    reader.invalid('ownerKinds', 'only one of Include/Exclude owner kinds can be set');
  }
  return lists;
}
