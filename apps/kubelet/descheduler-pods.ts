import { Kinds, type KubeObject, type Pod } from '@orrery/api-types';
import type {
  ComponentContext,
  IdentityPort,
  ObjectsPort,
  ClockPort,
  EventsPort,
  LogPort,
  MetricsPort,
  SettingsPort,
  RecordsPort,
} from '@orrery/control-plane';
import { deschedulerContainer, DeschedulerProgram, restartsOf } from '@orrery/descheduler-cycles';
import { requiredConfigMaps } from '@orrery/descheduling';
import { ClusterGoneError, FencedError } from '@orrery/store';

/** What it uses of its cluster. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort & MetricsPort & SettingsPort & RecordsPort;

/** What a kubelet knows of a pod in which the descheduler runs. */
interface KnownPod {
  readonly program: DeschedulerProgram;
  /** Which start of the container it is. */
  readonly restarts: number;
  exitCode?: number;
}

/**
 * Hands the command of containers with the descheduler to the engine: such a container runs until its program has ended
 * and ends with its exit code; a restarted container runs it again. Without its ConfigMap it is not created.
 */
export class DeschedulerPods {
  private readonly known = new Map<string, KnownPod>();
  /** Pods that wait for a ConfigMap, by uid. */
  private readonly unmounted = new Map<string, Pod>();

  /** @param changed is called when the kubelet should look at the pod again */
  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly changed: (pod: Pod) => void,
  ) {}

  /** The pod as its kubelet is to see it: its descheduler runs on until its end is known. */
  give(pod: Pod): Pod {
    const container = deschedulerContainer(pod);
    if (!container) return pod;
    const known = this.known.get(pod.metadata.uid);
    const exitCode =
      known?.restarts === restartsOf(pod, container.name) && isUp(pod, container.name) ? known.exitCode : undefined;
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
    if (!deschedulerContainer(pod)) return false;
    const { metadata } = pod;
    const hasStarted = (pod.status?.containerStatuses ?? []).some(({ state }) => state?.running ?? state?.terminated);
    if (hasStarted) return false;
    const { cluster, fence } = this.context;
    const namespace = metadata.namespace ?? '';
    const missing = requiredConfigMaps(pod).find(
      ({ configMap }) => !cluster.cache.get(Kinds.ConfigMap, namespace, configMap),
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
    cluster.events.record([note], fence);
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

  /** The pod as the log has it now: starts the program when its container has come to run. */
  follow(pod: Pod): void {
    const container = deschedulerContainer(pod);
    if (!container) return;
    const { uid, deletionTimestamp } = pod.metadata;
    const known = this.known.get(uid);
    if (deletionTimestamp && known) this.track(() => known.program.terminate());
    const restarts = restartsOf(pod, container.name);
    if (!isUp(pod, container.name) || deletionTimestamp || known?.restarts === restarts) return;
    known?.program.stop();
    const program = new DeschedulerProgram(this.context.cluster, { pod, container, restarts }, (exitCode) => {
      if (this.known.get(uid) !== started) return;
      started.exitCode = exitCode;
      this.changed(pod);
    });
    const started: KnownPod = { program, restarts };
    this.known.set(uid, started);
    this.track(() => program.run());
  }

  /** The pod is gone. */
  forget(uid: string): void {
    this.known.get(uid)?.program.stop();
    this.known.delete(uid);
    this.unmounted.delete(uid);
  }

  stop(): void {
    for (const { program } of this.known.values()) program.stop();
  }

  private async showCreating({ metadata, spec }: Pod): Promise<void> {
    const { cluster, fence } = this.context;
    const key = { resource: 'pods', namespace: metadata.namespace ?? '', name: metadata.name };
    const change = (object: KubeObject): KubeObject | undefined => {
      const current = object as Pod;
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
    await cluster.store.modify([{ key, change }], fence);
  }

  private track(work: () => Promise<void>): void {
    const { cluster } = this.context;
    void cluster.activity.track(work).catch((err: unknown) => {
      if (err instanceof FencedError || err instanceof ClusterGoneError) return;
      cluster.log.error({ err, cluster: cluster.id }, 'the descheduler of a pod could not run');
    });
  }
}

function isUp({ status }: Pod, container: string): boolean {
  return (status?.containerStatuses ?? []).some(({ name, state }) => name === container && state?.running != null);
}
