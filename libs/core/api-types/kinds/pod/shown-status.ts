import type { ContainerState, ContainerStatus, Pod } from '../../objects';

/** The status of a pod's containers as tables show it. */
export interface PodSummary {
  readonly readyContainers: number;
  readonly totalContainers: number;
  /** The Status cell. */
  readonly reason: string;
  readonly restarts: number;
  /** The latest end of a container that was started again; undefined if none was. */
  readonly lastRestartAt: string | undefined;
}

/** Sums a pod up as `kubectl get` shows it (v1.35 `pkg/printers/internalversion`). */
export function summarizePod(pod: Pod): PodSummary {
  const init = summarizeInitContainers(pod);
  const isInitialized = init.reason === undefined || hasCondition(pod, 'Initialized');
  const main = isInitialized ? summarizeContainers(pod, init.reason ?? phaseReason(pod)) : undefined;
  const counted = main ? [...init.sidecars, ...(pod.status?.containerStatuses ?? [])] : init.seen;
  return {
    readyContainers: init.readySidecars + (main?.ready ?? 0),
    totalContainers: pod.spec.containers.length + init.sidecarCount,
    reason: deletionReason(pod) ?? main?.reason ?? init.reason!,
    restarts: counted.reduce((sum, { restartCount }) => sum + restartCount, 0),
    lastRestartAt: latestEnd(counted),
  };
}

function phaseReason({ status }: Pod): string {
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  return isGated ? 'SchedulingGated' : status?.reason || (status?.phase ?? '');
}

interface InitSummary {
  /** Set while the pod is initialising. */
  readonly reason: string | undefined;
  readonly readySidecars: number;
  readonly sidecarCount: number;
  /** Statuses up to the one that is being waited for. */
  readonly seen: readonly ContainerStatus[];
  readonly sidecars: readonly ContainerStatus[];
}

function summarizeInitContainers({ spec, status }: Pod): InitSummary {
  const containers = spec.initContainers ?? [];
  const names = new Set(containers.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
  const seen: ContainerStatus[] = [];
  let readySidecars = 0;
  let reason: string | undefined;
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    seen.push(container);
    if (container.state?.terminated?.exitCode === 0) continue;
    if (names.has(container.name) && container.started) {
      if (container.ready) readySidecars++;
      continue;
    }
    reason = `Init:${initProblem(container.state) ?? `${index}/${containers.length}`}`;
    break;
  }
  const sidecars = seen.filter(({ name }) => names.has(name));
  return { reason, readySidecars, sidecarCount: names.size, seen, sidecars };
}

function initProblem(state: ContainerState | undefined): string | undefined {
  if (state?.terminated) return terminatedReason(state.terminated);
  const reason = state?.waiting?.reason;
  return reason && reason !== 'PodInitializing' ? reason : undefined;
}

function terminatedReason({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>): string {
  if (reason) return reason;
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

function summarizeContainers(pod: Pod, initial: string): { readonly ready: number; readonly reason: string } {
  const statuses = pod.status?.containerStatuses ?? [];
  let reason = initial;
  let ready = 0;
  for (let i = statuses.length - 1; i >= 0; i--) {
    const { state, ready: isReady } = statuses[i]!;
    if (state?.waiting?.reason) reason = state.waiting.reason;
    else if (state?.terminated) reason = terminatedReason(state.terminated);
    else if (isReady && state?.running) ready++;
  }
  if (reason === 'Completed' && ready > 0) reason = hasCondition(pod, 'Ready') ? 'Running' : 'NotReady';
  return { ready, reason };
}

function deletionReason({ metadata, status }: Pod): string | undefined {
  if (!metadata.deletionTimestamp) return undefined;
  return status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
}

function hasCondition({ status }: Pod, wanted: string): boolean {
  return status?.conditions?.some((condition) => condition.type === wanted && condition.status === 'True') ?? false;
}

function latestEnd(containers: readonly ContainerStatus[]): string | undefined {
  let latest: string | undefined;
  for (const { lastState } of containers) {
    const end = lastState?.terminated?.finishedAt;
    if (end && (latest === undefined || Date.parse(end) > Date.parse(latest))) latest = end;
  }
  return latest;
}
