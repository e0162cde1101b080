import type { PodStatus } from '@orrery/api-types';
import type { RecordedRun } from '@orrery/container-shell';
import type { StageMemory } from '../stages/driving-stages';
import { newHostedPod, type HostedPod } from './hosted-pod';
import { keepPod, keptPod, type KeptPod, type ObjectsNow } from './kept-objects';
import type { ContainerMemory, PodMemory } from './pod-memory';
import type { PodSubject } from './pod-subject';
import { isSameValue } from './same-value';

/** State that a kubelet keeps of a pod, as plain data. Missing fields are false, empty, or as the pod has them. */
export interface HostedPodState extends KeptPod, Partial<Pick<HostedPod, Flag | 'pushesOut' | 'refusal' | 'shown'>> {
  readonly status?: PodStatus;
  readonly memory: Omit<PodMemory, 'containers'> & { readonly containers: readonly [string, ContainerState][] };
  readonly matchedSince?: readonly [string, StageSince][];
  readonly stageMemory?: StageMemory;
  readonly dueMs?: number;
  /** True if the work due at {@link dueMs} was done then. */
  readonly isTaken?: true;
}

type StageSince = PodSubject['matchedSince'] extends Map<string, infer T> ? T : never;

/** As {@link ContainerMemory}; null means a run without an end. */
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
  const { pod, status, shown, memory, matchedSince, stageMemory, pushesOut, refusal, dueMs } = entry;
  // Built field by field: there is one for each of tens of thousands of pods, and a fork waits for all of them.
  const state: Writable<HostedPodState> = keepPod(pod, objects) as Writable<HostedPodState>;
  if (!isSameValue(pod.status ?? {}, status)) state.status = status;
  if (shown) state.shown = shown;
  if (pushesOut) state.pushesOut = pushesOut;
  if (refusal) state.refusal = refusal;
  for (const flag of FLAGS) if (entry[flag]) state[flag] = true;
  const containers: [string, ContainerState][] = [];
  for (const [name, each] of memory.containers) containers.push([name, containerState(each)]);
  state.memory = { ...memory, containers };
  if (matchedSince.size > 0) state.matchedSince = [...matchedSince];
  if (!isIdle(stageMemory)) state.stageMemory = { ...stageMemory };
  // What is never due needs no instant.
  if (dueMs !== undefined && Number.isFinite(dueMs)) {
    state.dueMs = dueMs;
    if (!isAwaited) state.isTaken = true;
  }
  return state;
}

/** Returns whether nothing is remembered for stages of files. */
function isIdle(stageMemory: StageMemory): boolean {
  if (stageMemory.played !== 0) return false;
  for (const field in stageMemory) if (field !== 'played') return false;
  return true;
}

/** The pod as the kubelet had it that gave {@link hostedPodState}; it is awake. */
export function hostedPodFrom(state: HostedPodState, objects: ObjectsNow): HostedPod {
  const { status, shown, memory, matchedSince, stageMemory, pushesOut, refusal } = state;
  const entry: Writable<HostedPod> = newHostedPod(keptPod(state, objects));
  for (const flag of FLAGS) if (state[flag]) entry[flag] = true;
  if (status) entry.status = status;
  if (shown) entry.shown = shown;
  if (pushesOut) entry.pushesOut = pushesOut;
  if (refusal) entry.refusal = refusal;
  if (stageMemory) entry.stageMemory = { ...stageMemory };
  const containers = new Map<string, ContainerMemory>();
  for (const [name, each] of memory.containers) containers.set(name, containerFrom(each));
  entry.memory = { ...memory, containers };
  if (matchedSince) for (const [stage, since] of matchedSince) entry.matchedSince.set(stage, since);
  entry.dueMs = state.dueMs;
  return entry;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

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
