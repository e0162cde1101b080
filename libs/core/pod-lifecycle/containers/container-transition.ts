import {
  withFields,
  type Container,
  type ContainerState,
  type ContainerStatus,
  type Pod,
  type PodStatus,
} from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { ContainerBehaviour } from '../behaviours/behaviour-annotations';
import type { Chance } from '../chance';
import { STATUSES_OF_ROLE, type ContainerRole, type ContainerView } from './container-view';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { containerMemory, type PodMemory } from '../pods/pod-memory';
import { readyDelayMs } from './view-run';

export interface ContainerTransition {
  readonly pod: Pod;
  readonly view: ContainerView;
  readonly state: ContainerState;
  readonly memory: PodMemory;
  readonly settings: KubeletSettings;
  readonly chance: Chance;
  readonly nowMs: number;
}

/**
 * The statuses after a container came into a new state: restarts are counted, the previous end is kept, back-offs
 * are noted in `memory` (spec nodes F4, F5).
 */
export function moveContainer(status: PodStatus, transition: ContainerTransition): PodStatus {
  const { role } = transition.view;
  const field = STATUSES_OF_ROLE[role];
  const specs = specsOf(transition.pod, role);
  const moved: ContainerStatus[] = [];
  for (const { name } of specs) {
    const own = status[field]?.findLast((each) => each.name === name);
    if (name === transition.view.name) moved.push(nextStatus(own, transition));
    else if (own) moved.push(own);
  }
  return { ...status, [field]: moved };
}

/** The containers of a pod that share a list with those of the role. */
function specsOf({ spec }: Pod, role: ContainerRole): readonly Container[] {
  if (role === 'regular') return spec.containers;
  return ((role === 'ephemeral' ? spec.ephemeralContainers : spec.initContainers) ?? []) as readonly Container[];
}

/** Statuses of containers that have none yet, all in one state. */
export function initialStatuses(pod: Pod, status: PodStatus, state: ContainerState): PodStatus {
  const initial = (containers: Pod['spec']['containers'], known: ContainerStatus[] | undefined): ContainerStatus[] =>
    containers.map(
      (spec) => known?.find(({ name }) => name === spec.name) ?? emptyStatus(spec.name, spec.image ?? '', state),
    );
  const inits = pod.spec.initContainers ?? [];
  const containerStatuses = initial(pod.spec.containers, status.containerStatuses);
  if (inits.length === 0) return withFields(status, { containerStatuses });
  return withFields(status, {
    initContainerStatuses: initial(inits, status.initContainerStatuses),
    containerStatuses,
  });
}

function emptyStatus(name: string, image: string, state: ContainerState): ContainerStatus {
  return { name, image, imageID: '', ready: false, started: false, restartCount: 0, lastState: {}, state };
}

function nextStatus(own: ContainerStatus | undefined, transition: ContainerTransition): ContainerStatus {
  const { state, view } = transition;
  const before = own ?? emptyStatus(view.name, view.image, state);
  if (state.running) return runningStatus(before, transition);
  if (state.terminated) return terminatedStatus(before, transition);
  if (state.waiting?.reason === 'ErrImagePull') {
    const memory = containerMemory(transition.memory, view.name);
    memory.pullFailures = (memory.pullFailures ?? 0) + 1;
    memory.lastPullFailureMs = transition.nowMs;
    delete memory.pullEndsAtMs;
    delete memory.isPullRefused;
  }
  return { ...before, state, ready: false, started: false, lastState: lastStateOf(before) };
}

function lastStateOf(before: ContainerStatus): ContainerState {
  return before.state?.terminated ? { terminated: before.state.terminated } : (before.lastState ?? {});
}

function runningStatus(before: ContainerStatus, transition: ContainerTransition): ContainerStatus {
  const { pod, view, memory: podMemory, nowMs } = transition;
  const memory = containerMemory(podMemory, view.name);
  const hasRun = before.state?.terminated !== undefined || before.lastState?.terminated !== undefined;
  const restartCount = hasRun ? before.restartCount + 1 : before.restartCount;
  memory.backOffRestarts = hasRun ? (memory.backOffRestarts ?? before.restartCount) + 1 : 0;
  memory.startedAtMs = nowMs;
  delete memory.finishedAtMs;
  delete memory.mustStop;
  delete memory.givenUpBy;
  delete memory.hookError;
  delete memory.readinessAtMs;
  delete memory.warningsReportedMs;
  delete memory.pullFailures;
  delete memory.pullEndsAtMs;
  delete memory.isPulled;
  const spec = specsOf(pod, view.role).find(({ name }) => name === view.name)!;
  const { chance, settings } = transition;
  const behaviour = new ContainerBehaviour({ pod, container: view.name, isInit: view.role === 'init', chance });
  // A hook is not over in the moment in which it begins.
  const isReadyAtOnce = !spec.lifecycle?.postStart && readyDelayMs(spec, behaviour) === 0;
  const canBeReady = view.role === 'regular' || view.role === 'sidecar';
  const started = withFields(before, {
    state: transition.state,
    lastState: lastStateOf(before),
    restartCount,
    ready: isReadyAtOnce && canBeReady,
    started: isReadyAtOnce || !spec.startupProbe,
    imageID: `sim://${view.image}`,
    containerID: `sim://${hexId(pod.metadata.uid, view.name, restartCount)}`,
  });
  if (!settings.reportsResources) return started;
  return withFields(started, { resources: podMemory.allocated?.[view.name] ?? spec.resources ?? {} });
}

function terminatedStatus(before: ContainerStatus, transition: ContainerTransition): ContainerStatus {
  const { view, settings, nowMs, state } = transition;
  const memory = containerMemory(transition.memory, view.name);
  memory.finishedAtMs = nowMs;
  delete memory.mustStop;
  delete memory.givenUpBy;
  memory.backOffRestarts ??= before.restartCount;
  // A container that ran for long is forgiven: its next restart is at once.
  const startedAtMs = memory.startedAtMs ?? view.startedAtMs ?? nowMs;
  if (nowMs - startedAtMs > 2 * settings.backOffMaxMs) memory.backOffRestarts = 0;
  const isCompletedInit = view.role === 'init' && state.terminated?.exitCode === 0;
  return { ...before, state, ready: isCompletedInit, started: false };
}

/** All bytes as two digits: numbers beyond 31 bits are slow to print. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** 64 hexadecimal digits, the same for the same start of the same container. */
function hexId(uid: string, container: string, start: number): string {
  const random = randomFor('container', uid, container, start);
  let id = '';
  for (let i = 0; i < 8; i++) {
    const word = random.uint32();
    id += HEX[word >>> 24]! + HEX[(word >>> 16) & 255]! + HEX[(word >>> 8) & 255]! + HEX[word & 255]!;
  }
  return id;
}
