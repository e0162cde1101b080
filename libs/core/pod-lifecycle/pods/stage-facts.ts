import { qosClass, type Pod } from '@orrery/api-types';
import { ContainerBehaviour } from '../behaviours/behaviour-annotations';
import type { Chance } from '../chance';
import type { ContainerView } from '../containers/container-view';
import { MINIMUM_STOP_MS, preStopMs } from '../containers/view-run';
import { isActuationDue, type ResizeDecision } from '../resizing/pod-resize';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { PodSubject } from './pod-subject';
import type { PodMemory } from './pod-memory';

/** Facts that the kubelet knows beside the object; a fact that does not hold is undefined. */
export interface StageFacts {
  readonly remembered: PodMemory['remembered'];
  readonly initialReason: string;
  readonly networkProblem: string | undefined;
  readonly volumeProblem: string | undefined;
  readonly sandboxProblem: string | undefined;
  readonly qosClass: string | undefined;
  readonly hostIP: string | undefined;
  readonly hostIPs: readonly object[] | undefined;
  readonly runningContainers: readonly ContainerView[] | undefined;
  /** Containers that run and whose preStop hooks fail at once. */
  readonly failedPreStops: readonly ContainerView[] | undefined;
  readonly announcesNoNetwork: true | undefined;
  /** Time to make the pod's sandbox, unless it has one. */
  readonly sandboxMs: number | undefined;
  readonly activeDeadlineMs: number | undefined;
  readonly graceEndsAtMs: number | undefined;
  readonly resizeDecision: ResizeDecision | undefined;
  readonly resizeInProgress: true | undefined;
}

/** Obstacles to the creation of containers. */
export interface Obstacles {
  readonly hasNetwork: boolean;
  readonly volumeProblem: string | undefined;
  readonly sandboxProblem: string | undefined;
}

/** A kubelet as far as facts depend on it. */
interface KubeletView {
  readonly settings: KubeletSettings;
  readonly chance: Chance;
}

/** Message of kubenet on a node that was given no range. */
const NO_RANGE = 'Kubenet does not have netConfig. This is most likely due to lack of PodCIDR';

/** Returns what a kubelet knows of a pod and its containers. */
export function stageFacts(
  { pod, status, memory, context }: PodSubject,
  containers: readonly ContainerView[],
  { hasNetwork, volumeProblem, sandboxProblem, settings, chance }: Obstacles & KubeletView,
): StageFacts {
  const running = containers.filter(({ state }) => state === 'running');
  const failing = running.filter(({ preStopFailure }) => preStopFailure !== undefined);
  const isWithoutNetwork = !hasNetwork && status.podIP === undefined;
  const { hostIP, podCIDR } = context;
  const noAddress = podCIDR === '' ? NO_RANGE : `no IP addresses available in range set: ${podCIDR}`;
  const noNetwork = context.networkProblem ?? noAddress;
  const seenAtMs = memory.deletionSeenAtMs;
  const deadlineSeconds = pod.spec.activeDeadlineSeconds;
  return {
    remembered: memory.remembered,
    initialReason: pod.spec.initContainers?.length ? 'PodInitializing' : 'ContainerCreating',
    networkProblem: isWithoutNetwork ? noNetwork : undefined,
    volumeProblem,
    sandboxProblem,
    qosClass: status.startTime === undefined ? qosClass(pod) : undefined,
    hostIP,
    hostIPs: hostIP === undefined ? undefined : [{ ip: hostIP }],
    runningContainers: running.length > 0 ? running : undefined,
    failedPreStops: failing.length > 0 ? failing : undefined,
    announcesNoNetwork: isWithoutNetwork && !memory.remembered['withoutNetwork'] ? true : undefined,
    sandboxMs: status.podIP === undefined ? settings.sandboxMs : undefined,
    activeDeadlineMs: deadlineSeconds === undefined ? undefined : deadlineSeconds * 1000,
    graceEndsAtMs: seenAtMs === undefined ? undefined : seenAtMs + stopLimitMs(pod, chance),
    resizeDecision: context.resizeDecision({ pod, status, memory }),
    resizeInProgress: memory.allocated && isActuationDue({ pod, status, memory }) ? true : undefined,
  };
}

/** Returns the grace period, but at least two seconds after the longest hook, or 0 without a grace period. */
function stopLimitMs(pod: Pod, chance: Chance): number {
  const graceMs = 1000 * (pod.metadata.deletionGracePeriodSeconds ?? 0);
  if (graceMs === 0) return 0;
  return Math.max(
    graceMs,
    ...pod.spec.containers.map((spec) => {
      const behaviour = new ContainerBehaviour({ pod, container: spec.name, isInit: false, chance });
      return preStopMs(spec, behaviour, graceMs) + MINIMUM_STOP_MS;
    }),
  );
}
