import type { PodStatus } from '@orrery/api-types';
import type { RecordedRun } from '@orrery/container-shell';
import type { StageMemory } from '../stage-files/driving-stages';
import { newHostedPod, type HostedPod } from './hosted-pod';
import { keepPod, keptPod, type KeptPod, type ObjectsNow } from './kept-objects';
import type { ContainerMemory, PodMemory } from './pod-memory';
import type { PodSubject } from './pod-life';
import { isSameValue } from './same-value';

/** All that a kubelet knows of a pod, as plain data. What is not said is false, empty, or as the pod has it. */
export interface HostedPodState extends KeptPod, Partial<Pick<HostedPod, Flag | 'pushesOut' | 'shown'>> {
  readonly status?: PodStatus;
  readonly memory: Omit<PodMemory, 'containers'> & { readonly containers: readonly [string, ContainerState][] };
  readonly matchedSince?: readonly [string, StageSince][];
  readonly stageMemory?: StageMemory;
  readonly dueMs?: number;
  /** What was due at {@link dueMs} was looked at then. */
  readonly isTaken?: true;
}

type StageSince = PodSubject['matchedSince'] extends Map<string, infer T> ? T : never;

/** As {@link ContainerMemory}; null stands for a run without an end. */
interface ContainerState extends Omit<ContainerMemory, 'ownRun'> {
  readonly ownRun?: Omit<NonNullable<ContainerMemory['ownRun']>, 'run'> & {
    readonly run?: Omit<RecordedRun, 'runMs'> & { readonly runMs: number | null };
  };
}

const FLAGS = [
  'isEndHeldBack',
  'isAdmitted',
  'isStatic',
  'isWriteDue',
  'isWriteUnseen',
  'isDeleted',
  'isReleased',
  'hasForeignUpdates',
] as const satisfies readonly (keyof HostedPod)[];
type Flag = (typeof FLAGS)[number];

/** @param isAwaited whether it is still to be looked at at the instant that is due for it */
export function hostedPodState(entry: HostedPod, objects: ObjectsNow, isAwaited: boolean): HostedPodState {
  const { pod, status, shown, memory, matchedSince, stageMemory, pushesOut, dueMs } = entry;
  const isIdle = stageMemory.played === 0 && Object.keys(stageMemory).length === 1;
  return {
    ...keepPod(pod, objects),
    ...(isSameValue(pod.status ?? {}, status) ? {} : { status }),
    ...(shown && { shown }),
    ...(pushesOut && { pushesOut }),
    ...Object.fromEntries(FLAGS.filter((flag) => entry[flag]).map((flag) => [flag, true])),
    memory: { ...memory, containers: [...memory.containers].map(([name, each]) => [name, containerState(each)]) },
    ...(matchedSince.size > 0 && { matchedSince: [...matchedSince] }),
    ...(isIdle ? {} : { stageMemory: { ...stageMemory } }),
    // What is never due needs no instant.
    ...(dueMs !== undefined && Number.isFinite(dueMs) ? { dueMs, ...(isAwaited ? {} : { isTaken: true }) } : {}),
  };
}

/** The pod as the kubelet had it that gave {@link hostedPodState}; it is awake. */
export function hostedPodFrom(state: HostedPodState, objects: ObjectsNow): HostedPod {
  const { status, shown, memory, matchedSince = [], stageMemory, pushesOut, dueMs } = state;
  const entry = newHostedPod(keptPod(state, objects));
  for (const flag of FLAGS) if (state[flag]) Object.assign(entry, { [flag]: true });
  const { containers, ...remembered } = memory;
  return Object.assign(entry, {
    ...(status && { status }),
    ...(shown && { shown }),
    ...(pushesOut && { pushesOut }),
    ...(stageMemory && { stageMemory: { ...stageMemory } }),
    memory: {
      ...remembered,
      containers: new Map(containers.map(([name, each]) => [name, containerFrom(each)])),
    },
    matchedSince: new Map(matchedSince),
    dueMs,
  });
}

function containerState({ ownRun, ...memory }: ContainerMemory): ContainerState {
  if (!ownRun) return memory;
  const { run, ...rest } = ownRun;
  const runMs = run && Number.isFinite(run.runMs) ? run.runMs : null;
  return { ...memory, ownRun: { ...rest, ...(run && { run: { ...run, runMs } }) } };
}

function containerFrom({ ownRun, ...memory }: ContainerState): ContainerMemory {
  if (!ownRun) return memory;
  const { run, ...rest } = ownRun;
  return { ...memory, ownRun: { ...rest, run: run && { ...run, runMs: run.runMs ?? Number.POSITIVE_INFINITY } } };
}
