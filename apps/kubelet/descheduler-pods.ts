import type { KubeObject, Pod } from '@orrery/api-types';
import {
  deschedulerContainer,
  lastExitCode,
  runInContainer,
  type ComponentContext,
  type ContainerRun,
} from '@orrery/control-plane';
import { requiredConfigMaps } from '@orrery/descheduling';
import { ClusterGoneError, FencedError } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';

/** What a kubelet knows of a pod in which the descheduler runs. */
interface KnownPod {
  isRunning: boolean;
  exitCode?: number;
  timer?: Timer;
}

/**
 * Hands the command of containers with the descheduler to the engine: such a container runs until its cycle is over
 * and ends with the exit code of the cycle. Without its ConfigMap it is not created.
 */
export class DeschedulerPods {
  private readonly known = new Map<string, KnownPod>();
  /** Pods that wait for a ConfigMap, by uid. */
  private readonly unmounted = new Map<string, Pod>();

  /** @param changed is called when the kubelet should look at the pod again */
  constructor(
    private readonly context: ComponentContext,
    private readonly changed: (pod: Pod) => void,
  ) {}

  /** The pod as its kubelet is to see it: its descheduler runs on until its end is known. */
  give(pod: Pod): Pod {
    const container = deschedulerContainer(pod);
    if (!container) return pod;
    const exitCode = this.known.get(pod.metadata.uid)?.exitCode;
    const asked = `orrery.dev/${container.name}`;
    const annotations = {
      [`${asked}.exit-after`]: exitCode === undefined ? 'never' : '0s',
      ...(exitCode !== undefined && { [`${asked}.exit-code`]: String(exitCode) }),
      ...pod.metadata.annotations,
    };
    return { ...pod, metadata: { ...pod.metadata, annotations } };
  }

  /** Whether a ConfigMap is missing without which the pod's containers cannot be created; says so once a pod. */
  isUnmountable(pod: Pod): boolean {
    const { metadata } = pod;
    const hasStarted = (pod.status?.containerStatuses ?? []).some(({ state }) => state?.running ?? state?.terminated);
    if (!deschedulerContainer(pod) || hasStarted) return false;
    const { runtime, fence } = this.context;
    const namespace = metadata.namespace ?? '';
    const missing = requiredConfigMaps(pod).find(
      ({ configMap }) => !runtime.cache.get({ resource: 'configmaps', namespace, name: configMap }),
    );
    if (!missing) {
      this.unmounted.delete(metadata.uid);
      return false;
    }
    if (this.unmounted.has(metadata.uid)) return true;
    this.unmounted.set(metadata.uid, pod);
    const message = `MountVolume.SetUp failed for volume "${missing.volume}" : configmap "${missing.configMap}" not found`;
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name: metadata.name, uid: metadata.uid };
    const note = { involvedObject, type: 'Warning', reason: 'FailedMount', message, component: 'kubelet' } as const;
    runtime.events.record([note], fence);
    this.track(() => this.showCreating(pod));
    return true;
  }

  /** Pods that waited for a ConfigMap that is there now. */
  mountable({ metadata }: KubeObject): Pod[] {
    const waiting = [...this.unmounted.values()].filter(
      (pod) =>
        pod.metadata.namespace === metadata.namespace &&
        requiredConfigMaps(pod).some(({ configMap }) => configMap === metadata.name),
    );
    for (const { metadata: own } of waiting) this.unmounted.delete(own.uid);
    return waiting;
  }

  /** The pod as the log has it now: starts the engine when its container has come to run. */
  follow(pod: Pod): void {
    const container = deschedulerContainer(pod);
    if (!container) return;
    const { uid } = pod.metadata;
    const isUp = (pod.status?.containerStatuses ?? []).some(
      ({ name, state }) => name === container.name && state?.running,
    );
    if (!isUp || pod.metadata.deletionTimestamp) return;
    const known = this.known.get(uid) ?? { isRunning: false };
    this.known.set(uid, known);
    if (known.isRunning || known.exitCode !== undefined || known.timer) return;
    known.isRunning = true;
    this.track(async () => {
      const before = await lastExitCode(this.context.runtime, uid);
      if (before === undefined) await this.cycle(pod, known);
      else this.ended(pod, known, { exitCode: before, intervalMs: 0 });
    });
  }

  /** The pod is gone. */
  forget(uid: string): void {
    this.known.get(uid)?.timer?.cancel();
    this.known.delete(uid);
    this.unmounted.delete(uid);
  }

  stop(): void {
    for (const { timer } of this.known.values()) timer?.cancel();
  }

  private async cycle(pod: Pod, known: KnownPod): Promise<void> {
    const { runtime } = this.context;
    const startedAtMs = runtime.clock.now();
    const run = await runInContainer(runtime, pod, deschedulerContainer(pod)!);
    if (run.intervalMs === 0) return this.ended(pod, known, run);
    known.isRunning = false;
    const nextMs = Math.max(startedAtMs + run.intervalMs, runtime.clock.now());
    known.timer = runtime.clock.setTimer(nextMs, TimerPhase.Controllers, () => {
      delete known.timer;
      if (!this.known.has(pod.metadata.uid)) return;
      this.track(() => this.cycle(pod, known));
    });
  }

  private ended(pod: Pod, known: KnownPod, { exitCode }: ContainerRun): void {
    known.isRunning = false;
    known.exitCode = exitCode;
    this.changed(pod);
  }

  private async showCreating({ metadata, spec }: Pod): Promise<void> {
    const { runtime, fence } = this.context;
    const key = { resource: 'pods', namespace: metadata.namespace ?? '', name: metadata.name };
    const change = (object: KubeObject): KubeObject | undefined => {
      const current = object as unknown as Pod;
      if (current.metadata.uid !== metadata.uid || current.status?.containerStatuses) return undefined;
      const containerStatuses = spec.containers.map(({ name, image = '' }) => ({
        name,
        image,
        imageID: '',
        ready: false,
        started: false,
        restartCount: 0,
        state: { waiting: { reason: 'ContainerCreating' } },
        lastState: {},
      }));
      return { ...object, status: { ...current.status, containerStatuses } };
    };
    await runtime.store.modify([{ key, change }], fence);
  }

  private track(work: () => Promise<void>): void {
    const { runtime } = this.context;
    void runtime.activity.track(work).catch((err: unknown) => {
      if (err instanceof FencedError || err instanceof ClusterGoneError) return;
      runtime.plane.logger.error({ err, cluster: runtime.id }, 'the descheduler of a pod could not run');
    });
  }
}
