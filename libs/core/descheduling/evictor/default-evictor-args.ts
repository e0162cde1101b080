import type { LabelSelector } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';
import type { FieldReader } from '../policy/field-reader';
import { type PodProtection, readPodProtections } from './pod-protections';

/** From this priority on a pod is critical to the system. */
export const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

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
  const { protections, protectedStorageClasses } = readPodProtections(reader);
  const priorityThreshold = readPriorityThreshold(reader);
  const labelSelector = reader.labelSelector('labelSelector');
  const namespaceLabelSelector = reader.labelSelector('namespaceLabelSelector');
  const nodeSelector = reader.string('nodeSelector');
  const minPodAgeMs = readMinPodAge(reader);
  const args: DefaultEvictorArgs = {
    protections,
    protectedStorageClasses,
    nodeFit: reader.bool('nodeFit') ?? false,
    minReplicas: reader.uint('minReplicas') ?? 0,
    sparesPreferring: readNoEvictionPolicy(reader) === 'Mandatory',
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
    reader.invalid('priorityThreshold', `priority threshold can't be greater than ${SYSTEM_CRITICAL_PRIORITY}`);
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
  const ageMs = parseDurationMs(text);
  if (ageMs === undefined) reader.invalid('minPodAge', `time: invalid duration ${JSON.stringify(text)}`);
  return ageMs;
}

function readNoEvictionPolicy(reader: FieldReader): string {
  const policy = reader.string('noEvictionPolicy') ?? 'Preferred';
  if (policy !== 'Preferred' && policy !== 'Mandatory') {
    reader.invalid('noEvictionPolicy', `noEvictionPolicy "${policy}" is not allowed, only "Preferred" or "Mandatory"`);
  }
  return policy;
}
