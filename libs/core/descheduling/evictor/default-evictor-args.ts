import type { FieldError, LabelSelector } from '@orrery/api-types';
import { fields, withDefault, type ValueOf } from '@orrery/documents';
import { parseGoDuration } from '@orrery/time';
import { argsOf, BOOL, broken, EVICTOR_SELECTOR, GO_DURATION, INT, STRING, UINT } from '../policy/args-schema';
import type { FieldProblem } from '../policy/field-problem';
import { argumentPath, readArgs, type GivenArgs } from '../policy/read-args';
import { PRIORITY_TOO_HIGH, SYSTEM_CRITICAL_PRIORITY } from './critical-priority';
import { PROTECTION_FIELDS, protectionErrors, protectionsOf, type PodProtection } from './pod-protections';

/** Arguments of the DefaultEvictor: which pods a profile may evict. */
export interface DefaultEvictorArgs {
  readonly protections: ReadonlySet<PodProtection>;
  /** Storage classes that PodsWithPVC is restricted to; empty means every claim. */
  readonly protectedStorageClasses: readonly string[];
  readonly priorityThreshold?: { readonly value?: number; readonly name?: string; readonly field: string };
  readonly labelSelector?: LabelSelector;
  readonly namespaceLabelSelector?: LabelSelector;
  readonly nodeFit: boolean;
  /** Selector of the ready nodes that node fit considers; absent means all. */
  readonly nodeSelector?: string;
  readonly minReplicas: number;
  readonly minPodAgeMs?: number;
  readonly sparesPreferring: boolean;
  /** A pod with the critical-pod annotation is protected (the rule of `descheduler/v1alpha1`). */
  readonly criticalAnnotation: boolean;
}

const PRIORITY_THRESHOLD = fields({ value: INT, name: STRING }, { name: 'PriorityThreshold' });

/** Schema of the arguments. */
export const DEFAULT_EVICTOR_ARGS = argsOf(
  'DefaultEvictorArgs',
  {
    priorityThreshold: PRIORITY_THRESHOLD,
    noEvictionPolicy: withDefault(STRING, 'Preferred'),
    ...PROTECTION_FIELDS,
    labelSelector: EVICTOR_SELECTOR,
    namespaceLabelSelector: EVICTOR_SELECTOR,
    nodeSelector: STRING,
    minPodAge: GO_DURATION,
    nodeFit: withDefault(BOOL, false),
    minReplicas: withDefault(UINT, 0),
  },
  (args) => [
    ...priorityErrors(args.priorityThreshold ?? {}),
    ...(['', 'Preferred', 'Mandatory'].includes(args.noEvictionPolicy)
      ? []
      : [broken('noEvictionPolicy', 'noEvictionPolicy accepts only ["Preferred" "Mandatory"] values')]),
    ...protectionErrors(args),
  ],
);

/** Arguments of an evictor that is not configured. */
const USUAL: GivenArgs = { value: {}, path: '' };

/** Reads and validates the arguments; errors are added to the problems, and invalid values are replaced by the defaults. */
export function readDefaultEvictorArgs(
  given: GivenArgs,
  criticalAnnotation: boolean,
  problems: FieldProblem[],
): DefaultEvictorArgs {
  const verdict = readArgs(DEFAULT_EVICTOR_ARGS, given);
  problems.push(...verdict.problems);
  const { ok: args = readArgs(DEFAULT_EVICTOR_ARGS, USUAL).ok! } = verdict;
  const { labelSelector, namespaceLabelSelector, nodeSelector, minPodAge } = args;
  const priorityThreshold = thresholdOf(args.priorityThreshold ?? {}, given);
  const age = minPodAge === undefined ? undefined : parseGoDuration(minPodAge);
  return {
    ...protectionsOf(args),
    nodeFit: args.nodeFit,
    minReplicas: args.minReplicas,
    sparesPreferring: args.noEvictionPolicy === 'Mandatory',
    criticalAnnotation,
    ...(priorityThreshold && { priorityThreshold }),
    ...(labelSelector && { labelSelector }),
    ...(namespaceLabelSelector && { namespaceLabelSelector }),
    ...(nodeSelector && { nodeSelector }),
    ...(age?.ok && { minPodAgeMs: age.durationMs }),
  };
}

type PriorityThreshold = ValueOf<typeof PRIORITY_THRESHOLD>;

function priorityErrors({ value, name }: PriorityThreshold): FieldError[] {
  const isTwice = value !== undefined && name;
  const sentence = 'priority threshold misconfigured, only one of priorityThreshold fields can be set';
  return [
    ...(isTwice ? [broken('priorityThreshold', sentence)] : []),
    ...((value ?? 0) > SYSTEM_CRITICAL_PRIORITY ? [broken('priorityThreshold', PRIORITY_TOO_HIGH)] : []),
  ];
}

function thresholdOf({ value, name }: PriorityThreshold, given: GivenArgs): DefaultEvictorArgs['priorityThreshold'] {
  if (value === undefined && !name) return undefined;
  const field = argumentPath(given, 'priorityThreshold');
  return { field, ...(value !== undefined && { value }), ...(name && { name }) };
}
