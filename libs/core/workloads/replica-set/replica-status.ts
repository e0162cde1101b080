import { deepEqual, type Pod, type ReplicaSetStatus } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { availableFromMs } from '../pods/pod-state';

/** The reason why pods could not be created or deleted. */
export interface ReplicaFailure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly message: string;
}

export interface ReplicaStatusInput {
  /** Current status. */
  readonly current: ReplicaSetStatus | undefined;
  readonly generation: number | undefined;
  readonly templateLabels: Readonly<Record<string, string>> | undefined;
  readonly minReadySeconds: number;
  /** The owner's active pods. */
  readonly active: readonly Pod[];
  /** Number of the owner's pods that are being deleted and have not ended; undefined where it is not counted. */
  readonly terminating?: number | undefined;
  /** Failure of this pass, if any. */
  readonly failure: ReplicaFailure | undefined;
  readonly nowMs: number;
}

export interface ReplicaStatusVerdict {
  /** The new status; undefined when the current one still holds. */
  readonly status: ReplicaSetStatus | undefined;
  /** Time at which the next ready pod becomes available, if one is waiting for that. */
  readonly recheckAtMs: number | undefined;
}

/** Counts the pods of a ReplicaSet or ReplicationController (spec api B1). */
export function replicaStatus(input: ReplicaStatusInput): ReplicaStatusVerdict {
  const { current, generation, templateLabels, minReadySeconds, active, terminating, nowMs } = input;
  const wanted = Object.entries(templateLabels ?? {});
  let fullyLabeledReplicas = 0;
  let readyReplicas = 0;
  let availableReplicas = 0;
  let recheckAtMs: number | undefined;
  for (const pod of active) {
    if (hasLabels(pod, wanted)) fullyLabeledReplicas++;
    const fromMs = availableFromMs(pod, minReadySeconds);
    if (fromMs === undefined) continue;
    readyReplicas++;
    if (fromMs <= nowMs) availableReplicas++;
    else recheckAtMs = Math.min(recheckAtMs ?? fromMs, fromMs);
  }
  const conditions = failureConditions(input);
  // Numbers that are 0 are left out, as upstream does.
  const status: ReplicaSetStatus = { replicas: active.length };
  if (fullyLabeledReplicas > 0) status.fullyLabeledReplicas = fullyLabeledReplicas;
  if (readyReplicas > 0) status.readyReplicas = readyReplicas;
  if (availableReplicas > 0) status.availableReplicas = availableReplicas;
  if (terminating !== undefined) status.terminatingReplicas = terminating;
  if (generation !== undefined) status.observedGeneration = generation;
  if (conditions.length > 0) status.conditions = conditions;
  return { status: deepEqual(status, current) ? undefined : status, recheckAtMs };
}

function hasLabels({ metadata: { labels } }: Pod, wanted: readonly (readonly [string, string])[]): boolean {
  for (const [key, value] of wanted) if (labels?.[key] !== value) return false;
  return true;
}

type Conditions = NonNullable<ReplicaSetStatus['conditions']>;

/** A failure is reported once, with its first message, until a pass succeeds. */
function failureConditions({ current, failure, nowMs }: ReplicaStatusInput): Conditions {
  const others = current?.conditions?.filter(({ type }) => type !== 'ReplicaFailure') ?? [];
  if (!failure) return others;
  const known = current?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  const { reason, message } = failure;
  const lastTransitionTime = formatTime(nowMs);
  return [...others, known ?? { type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason, message }];
}
