import type { ContainerState, ContainerStatus, Pod, PodStatus } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { containerRole } from '../containers/container-view';
import { containerMemory, type PodMemory } from '../pods/pod-memory';

const KILLED_EXIT = 137;

/**
 * Returns the status of a pod whose machine lost power and boots again (spec nodes F4, F11): running containers are lost, the
 * sandbox and its address are gone, init containers have to run again. The kubelet's memory of back-offs is lost too.
 */
export function withoutRunning(pod: Pod, status: PodStatus, { memory, nowMs }: LostPod): PodStatus {
  memory.containers.clear();
  memory.remembered = {};
  const lost = (each: ContainerStatus): ContainerStatus => {
    containerMemory(memory, each.name).backOffRestarts = 0;
    if (!each.state?.running) return each;
    const { startedAt } = each.state.running;
    const terminated = {
      exitCode: KILLED_EXIT,
      reason: 'ContainerStatusUnknown',
      ...(startedAt === undefined ? {} : { startedAt }),
      finishedAt: formatTime(nowMs),
      ...(each.containerID === undefined ? {} : { containerID: each.containerID }),
    };
    return { ...each, state: { terminated } as ContainerState, ready: false, started: false };
  };
  const { podIP: _lost, podIPs: _too, ...rest } = status;
  const runsAgain = pod.spec.restartPolicy !== 'Never' && pod.metadata.deletionTimestamp === undefined;
  const inits = status.initContainerStatuses?.map((each) => (runsAgain ? toRunAgain(pod, lost(each)) : lost(each)));
  return {
    ...rest,
    ...(inits ? { initContainerStatuses: inits } : {}),
    ...(status.containerStatuses ? { containerStatuses: status.containerStatuses.map(lost) } : {}),
    ...(status.ephemeralContainerStatuses
      ? { ephemeralContainerStatuses: status.ephemeralContainerStatuses.map(lost) }
      : {}),
  };
}

interface LostPod {
  readonly memory: PodMemory;
  readonly nowMs: number;
}

/** A plain init container that had ended waits for its turn in the new sandbox. */
function toRunAgain(pod: Pod, status: ContainerStatus): ContainerStatus {
  const spec = pod.spec.initContainers?.find(({ name }) => name === status.name);
  const { terminated } = status.state ?? {};
  if (!terminated || !spec || containerRole(spec, true) !== 'init') return status;
  return {
    ...status,
    state: { waiting: { reason: 'PodInitializing' } },
    lastState: { terminated },
    ready: false,
    started: false,
  };
}
