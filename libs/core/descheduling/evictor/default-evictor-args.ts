import type { LabelSelector } from '@orrery/api-types';
import { parseGoDuration } from '@orrery/time';
import type { FieldReader } from '../policy/field-reader';
import { type PodProtection, readPodProtections } from './pod-protections';

/** From this priority on a pod is critical to the system. */
export const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

/** Said of a priority threshold that is given as a number or by the name of a class. */
export const PRIORITY_TOO_HIGH = `priority threshold can't be greater than ${SYSTEM_CRITICAL_PRIORITY}`;

/** Arguments of the DefaultEvictor: which pods a profile may evict. */
export interface DefaultEvictorArgs {
  readonly protections: ReadonlySet<PodProtection>;
  /** Storage classes that PodsWithPVC is restricted to; empty means every claim. */
  readonly protectedStorageClasses: readonly string[];
  readonly priorityThreshold?: { readonly value?: number; readonly name?: string; readonly field: string };
  readonly labelSelector?: LabelSelector;
  readonly namespaceLabelSelector?: LabelSelector;
  readonly nodeFit: boolean;
  /** Which ready nodes node fit looks at; absent means all. */
  readonly nodeSelector?: string;
  readonly minReplicas: number;
  readonly minPodAgeMs?: number;
  readonly sparesPreferring: boolean;
  /** A pod with the critical-pod annotation is protected (the rule of `descheduler/v1alpha1`). */
  readonly criticalAnnotation: boolean;
}

/** Reads and validates the arguments. */
export function readDefaultEvictorArgs(reader: FieldReader, criticalAnnotation: boolean): DefaultEvictorArgs {
  const priorityThreshold = readPriorityThreshold(reader);
  const sparesPreferring = readNoEvictionPolicy(reader) === 'Mandatory';
  const { protections, protectedStorageClasses } = readPodProtections(reader);
  const labelSelector = reader.labelSelectorOfBuild('labelSelector', 'DefaultEvictor');
  const namespaceLabelSelector = reader.labelSelectorOfBuild('namespaceLabelSelector', 'DefaultEvictor');
  const nodeSelector = reader.string('nodeSelector');
  const minPodAgeMs = readMinPodAge(reader);
  const args: DefaultEvictorArgs = {
    protections,
    protectedStorageClasses,
    nodeFit: reader.bool('nodeFit') ?? false,
    minReplicas: reader.uint('minReplicas') ?? 0,
    sparesPreferring,
    criticalAnnotation,
    ...(priorityThreshold && { priorityThreshold }),
    ...(labelSelector && { labelSelector }),
    ...(namespaceLabelSelector && { namespaceLabelSelector }),
    ...(nodeSelector && { nodeSelector }),
    ...(minPodAgeMs !== undefined && { minPodAgeMs }),
  };
  reader.refuseUnknown();
  return args;
}

function readPriorityThreshold(reader: FieldReader): DefaultEvictorArgs['priorityThreshold'] {
  const threshold = reader.object('priorityThreshold', 'PriorityThreshold');
  if (!threshold) return undefined;
  const value = threshold.int('value');
  const name = threshold.string('name');
  threshold.refuseUnknown();
  if (value !== undefined && name) {
    const reason = 'priority threshold misconfigured, only one of priorityThreshold fields can be set';
    reader.invalid('priorityThreshold', reason);
  }
  if (value !== undefined && value > SYSTEM_CRITICAL_PRIORITY) {
    reader.cannotDefault('priorityThreshold', PRIORITY_TOO_HIGH);
  }
  if (value === undefined && !name) return undefined;
  return {
    field: reader.pathOf('priorityThreshold'),
    ...(value !== undefined && { value }),
    ...(name && { name }),
  };
}

function readMinPodAge(reader: FieldReader): number | undefined {
  const text = reader.string('minPodAge');
  if (text === undefined) return undefined;
  const verdict = parseGoDuration(text);
  if (verdict.ok) return verdict.durationMs;
  reader.undecodable('minPodAge', verdict.error);
  return undefined;
}

function readNoEvictionPolicy(reader: FieldReader): string {
  const policy = reader.string('noEvictionPolicy') || 'Preferred';
  if (policy !== 'Preferred' && policy !== 'Mandatory') {
    reader.invalid('noEvictionPolicy', 'noEvictionPolicy accepts only ["Preferred" "Mandatory"] values');
  }
  return policy;
}
