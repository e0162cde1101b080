import { isTerminalPhase, type Container, type ContainerStatus, type Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { containersOf, PROBE_KINDS, portNumber, probeOf, startCommand } from '@orrery/container-shell';
import { stoppingAnnotation } from '@orrery/pod-lifecycle';
import type { Change } from '@orrery/store';
import { onContainerEnd } from './container-end';
import { machineOf } from './container-machine';
import { networkOf } from './network/pod-network';
import { reportKeptFiles } from './probe-changes';
import { runProcess, type ProcessStreams } from './run-process';
import { statusOfContainer, type RunningContainer } from './session-container';
import type { SessionMemory } from './session-memory';

interface Handler {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: {
    readonly path?: string;
    readonly host?: string;
    readonly port?: number | string;
    readonly scheme?: string;
  };
}
type HookName = 'postStart' | 'preStop';

/** A hook that is due. */
export interface DueHook {
  readonly running: RunningContainer;
  readonly handler: Handler;
}

/**
 * Carries out the effects of containers' hooks on others: their kubelets decide on their duration, and here their
 * commands run and their requests are made. It begins with the first request for a cluster.
 */
export class ContainerHooks {
  private readonly followed = new WeakSet<ClusterRuntime['record']>();

  constructor(private readonly sessions: SessionMemory) {}

  follow(runtime: ClusterRuntime): void {
    if (this.followed.has(runtime.record)) return;
    this.followed.add(runtime.record);
    const subscribe = (): void =>
      void runtime.cache.subscribe((changes) => {
        for (const due of changes.flatMap(dueHooks)) this.run(runtime, due);
        for (const started of changes.flatMap(probedStarts)) this.report(runtime, started);
      });
    subscribe();
    runtime.onCacheReplaced(subscribe);
  }

  private report(runtime: ClusterRuntime, started: RunningContainer): void {
    this.sessions.following.add(reportKeptFiles(runtime, this.sessions, started), (error) => {
      runtime.log.error(
        { err: error, cluster: runtime.id, pod: started.pod.metadata.name },
        'kept files were not told',
      );
    });
  }

  private run(runtime: ClusterRuntime, due: DueHook): void {
    runHook(runtime, this.sessions, due).catch((error: unknown) => {
      runtime.log.error({ err: error, cluster: runtime.id, pod: due.running.pod.metadata.name }, 'a hook failed');
    });
  }
}

/** The containers with exec probes that have started by a change of a pod. */
function probedStarts({ key, object, previous }: Pick<Change, 'key' | 'object' | 'previous'>): RunningContainer[] {
  if (key.resource !== 'pods') return [];
  const [pod, before] = [object as Pod, previous as Pod | undefined];
  return containersOf(pod).flatMap((container) => {
    if (!PROBE_KINDS.some((kind) => probeOf(container, kind)?.exec)) return [];
    const status = statusOfContainer(pod, container.name);
    if (!status?.state?.running || !hasStarted(status, before && statusOfContainer(before, container.name))) return [];
    return [{ pod, container, status }];
  });
}

/** The hooks that a change of a pod calls: a container has started, or is stopped for its pod or alone. */
export function dueHooks({ key, object, previous }: Pick<Change, 'key' | 'object' | 'previous'>): DueHook[] {
  if (key.resource !== 'pods') return [];
  const [pod, before] = [object as Pod, previous as Pod | undefined];
  const due: DueHook[] = [];
  for (const container of containersOf(pod)) {
    if (!('lifecycle' in container)) continue;
    const status = statusOfContainer(pod, container.name);
    if (!status?.state?.running) continue;
    const names: HookName[] = [
      ...(hasStarted(status, before && statusOfContainer(before, container.name)) ? ['postStart' as const] : []),
      ...(before && stopsNow({ pod, container, status }, before) ? ['preStop' as const] : []),
    ];
    for (const name of names) {
      const handler = hookOf(container, name);
      if (handler) due.push({ running: { pod, container, status }, handler });
    }
  }
  return due;
}

/**
 * Returns whether a kubelet begins to stop a container: its pod is deleted or over, it is a sidecar of containers that
 * have ended, or the kubelet has given up this run.
 */
function stopsNow({ pod, container, status }: RunningContainer, before: Pod): boolean {
  if (before.metadata.deletionTimestamp !== undefined) return false;
  if (pod.metadata.deletionTimestamp !== undefined) return pod.metadata.deletionGracePeriodSeconds !== 0;
  if (isTerminalPhase(pod.status?.phase)) return !isTerminalPhase(before.status?.phase);
  if (hasEnded(pod) && !hasEnded(before)) return true;
  const annotation = stoppingAnnotation(container.name);
  const stopped = pod.metadata.annotations?.[annotation];
  return stopped === status.containerID && stopped !== before.metadata.annotations?.[annotation];
}

/** Returns whether the containers of a pod have ended for good; only its sidecars still run. */
function hasEnded({ spec, status }: Pod): boolean {
  const { restartPolicy = 'Always' } = spec;
  return spec.containers.every(({ name }) => {
    const exitCode = status?.containerStatuses?.find((each) => each.name === name)?.state?.terminated?.exitCode;
    return exitCode !== undefined && (restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && exitCode === 0));
  });
}

function hasStarted(now: ContainerStatus, before: ContainerStatus | undefined): boolean {
  return !before?.state?.running || before.containerID !== now.containerID;
}

function hookOf(container: Container, name: HookName): Handler | undefined {
  return (container as { readonly lifecycle?: Partial<Record<HookName, Handler>> }).lifecycle?.[name];
}

async function runHook(runtime: ClusterRuntime, sessions: SessionMemory, { running, handler }: DueHook): Promise<void> {
  const { exec, httpGet } = handler;
  if (httpGet) {
    const { path = '', host = '', port, scheme = 'HTTP' } = httpGet;
    networkOf(runtime, sessions, running.pod).request({
      method: 'GET',
      host: host || (running.pod.status?.podIP ?? ''),
      port: portNumber(running.container, port),
      target: path.startsWith('/') ? path : `/${path}`,
      isTls: scheme === 'HTTPS',
    });
  } else if (exec?.command?.length) {
    const process = startCommand(await machineOf(runtime, sessions, running), exec.command);
    const onKilled = (kill: () => void): (() => void) => onContainerEnd(runtime, running, kill);
    if (process) await runProcess(process, { streams: NO_CLIENT, clock: runtime.clock, isTty: false, onKilled });
  }
}

/** Streams of a hook, whose output no client reads and which gets no input. */
const NO_CLIENT: ProcessStreams = {
  write: () => Promise.resolve(),
  onClosed: () => undefined,
  stdin: { next: () => Promise.resolve(undefined), end: () => undefined },
};
