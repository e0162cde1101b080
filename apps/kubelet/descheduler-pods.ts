import { type Pod } from '@orrery/api-types';
import type { ComponentContext } from '@orrery/control-plane';
import {
  type DeschedulingPorts,
  deschedulerContainer,
  DeschedulerProgram,
  restartsOf,
} from '@orrery/descheduler-cycles';
import { ClusterGoneError, FencedError } from '@orrery/store';

/** Ports used by this class. */
type Ports = DeschedulingPorts;

/** State that a kubelet keeps of a pod in which the descheduler runs. */
interface KnownPod {
  readonly program: DeschedulerProgram;
  /** Restart count of the container's current run. */
  readonly restarts: number;
  exitCode?: number;
}

/**
 * Hands the command of containers with the descheduler to the engine: such a container runs until its program has ended
 * and ends with its exit code; a restarted container runs it again.
 */
export class DeschedulerPods {
  private readonly known = new Map<string, KnownPod>();

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
  }

  stop(): void {
    for (const { program } of this.known.values()) program.stop();
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
