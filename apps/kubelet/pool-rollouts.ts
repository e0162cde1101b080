import { Kinds, isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import {
  modificationOf,
  RepeatedWork,
  isRollingOut,
  KUBELET_CONFIGS,
  MACHINE_CONFIG_POOLS,
  machineStateOf,
  RolloutAnnotation,
  type ComponentContext,
  type NodeConfigurations,
  type RenderedPool,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
  type RecordsPort,
  type FaultsPort,
} from '@orrery/control-plane';
import { planRollout, type PoolNode, type RolloutStep } from '@orrery/node-pressure';
import { NodeFaultKind } from '@orrery/pod-lifecycle';
import { Operation, type Change } from '@orrery/store';
import { formatMicroTime, TimerPhase, type Timer } from '@orrery/time';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & RecordsPort & FaultsPort;

/** Delay after a refused eviction until a drain retries it, in milliseconds. */
const DRAIN_AGAIN_MS = 5000;
const MIRROR = 'kubernetes.io/config.mirror';

/** State of {@link PoolRollouts} beside the objects. */
export interface PoolRolloutsCapture {
  readonly working: readonly string[];
  readonly wakesAtMs?: number;
}

/**
 * Brings nodes the configuration of their MachineConfigPool, a few at a time: cordon, drain, reboot, uncordon. All state is in
 * the nodes' annotations, so the next owner continues. One shard of a cluster does it for all.
 */
export class PoolRollouts {
  private readonly working = new Set<string>();
  private timer: Timer | undefined;
  private wakesAtMs: number | undefined;
  private readonly advancing: RepeatedWork;

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly configurations: NodeConfigurations,
  ) {
    const { cluster } = context;
    this.advancing = new RepeatedWork({
      work: async () => {
        for (const pool of configurations.renderedPools()) await this.advance(pool);
      },
      failed: (err) => {
        cluster.log.warn({ err, cluster: cluster.id }, 'a configuration could not be rolled out');
        this.wake(DRAIN_AGAIN_MS);
      },
      track: (act) => cluster.activity.track(act),
    });
  }

  /** On which nodes it works, and when it looks again, as plain data. */
  capture(): PoolRolloutsCapture {
    const { wakesAtMs } = this;
    return { working: [...this.working], ...(this.timer && wakesAtMs !== undefined ? { wakesAtMs } : {}) };
  }

  /** Restores the state that {@link capture} returned. */
  restore({ working, wakesAtMs }: PoolRolloutsCapture): void {
    for (const node of working) this.working.add(node);
    if (wakesAtMs !== undefined) this.wakeAt(wakesAtMs);
  }

  stop(): void {
    this.advancing.stop();
    this.timer?.cancel();
  }

  /** Checks the pools that changed; does nothing while no pool is in use. */
  follow(changes: readonly Change[], isConfiguration: (change: Change) => boolean): void {
    if (changes.some((change) => isConfiguration(change) || this.concernsWork(change))) this.run();
  }

  run(): void {
    if (this.context.shard !== 0 || this.configurations.rollOut.isInstant) return;
    if (!this.configurations.arePoolsInUse()) return;
    this.advancing.request();
  }

  /** Pods that go from a node that is being drained. */
  private concernsWork({ key, operation, object }: Change): boolean {
    if (key.resource !== 'pods' || this.working.size === 0 || operation === Operation.Create) return false;
    const { spec, status } = object as Pod;
    const isGone = operation === Operation.Delete || isTerminalPhase(status?.phase ?? '');
    return isGone && this.working.has(spec.nodeName ?? '');
  }

  private async advance(pool: RenderedPool): Promise<void> {
    const { cache, clock } = this.context.cluster;
    const nodes = pool.nodes.map((node) => this.viewOf(node, pool));
    for (const { node } of planRollout(pool, nodes, clock.now()).filter(({ step }) => step === 'begin')) {
      this.working.add(node);
    }
    for (const { node, step } of planRollout(pool, nodes, clock.now())) {
      const object = cache.get(Kinds.Node, '', node);
      if (object) await this.take(step, object as Node, pool);
    }
  }

  private viewOf(node: Node, pool: RenderedPool): PoolNode {
    const { name } = node.metadata;
    const { current, isWorking, rebootEndsAtMs } = machineStateOf(node, pool);
    if (isWorking) this.working.add(name);
    else this.working.delete(name);
    const isReady = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
    return {
      name,
      current,
      isNew: pool.isNew(node),
      isReady,
      isUnavailable: !isReady || node.spec?.unschedulable === true,
      work: isWorking ? { remainingPods: this.podsToDrain(name).length, rebootEndsAtMs } : undefined,
    };
  }

  private podsToDrain(node: string): Pod[] {
    return this.context.cluster.cache
      .podsOn(node)
      .filter(
        ({ metadata, status }) =>
          metadata.annotations?.[MIRROR] === undefined &&
          !isTerminalPhase(status?.phase ?? '') &&
          metadata.ownerReferences?.find(({ controller }) => controller)?.kind !== 'DaemonSet',
      );
  }

  private async take(step: RolloutStep['step'], node: Node, pool: RenderedPool): Promise<void> {
    const { name } = node.metadata;
    switch (step) {
      case 'adopt':
        return this.change(name, (each) => annotated(each, takenOver(pool)));
      case 'begin':
        return this.change(name, (each) => {
          const wasCordoned = each.spec?.unschedulable ? { [RolloutAnnotation.WasCordoned]: 'true' } : {};
          const begun = {
            [RolloutAnnotation.Desired]: pool.desired,
            [RolloutAnnotation.State]: 'Working',
            ...wasCordoned,
          };
          return annotated({ ...each, spec: { ...each.spec, unschedulable: true } }, begun);
        });
      case 'drain':
        return this.drain(name);
      case 'reboot':
        return this.reboot(name, pool);
      case 'finish':
        this.working.delete(name);
        return this.change(name, finished);
    }
  }

  private async drain(node: string): Promise<void> {
    const store = this.context.cluster.store.signed({ writer: 'machine-config', reason: `node ${node} is drained` });
    let wasRefused = false;
    for (const { metadata } of this.podsToDrain(node)) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const target = { namespace: metadata.namespace ?? '', name: metadata.name };
      await store.evict(target).catch(() => (wasRefused = true));
    }
    if (wasRefused) this.wake(DRAIN_AGAIN_MS);
  }

  /** The machine is off for a while, and starts with the configuration. */
  private async reboot(node: string, pool: RenderedPool): Promise<void> {
    const { cluster } = this.context;
    const { rebootMs } = this.configurations.rollOut;
    const sinceMs = cluster.clock.now();
    const untilMs = sinceMs + rebootMs;
    const rebooting = { ...takenOver(pool), [RolloutAnnotation.RebootUntil]: formatMicroTime(untilMs) };
    await this.change(node, (each) => annotated(each, rebooting));
    const fault = { node, kind: NodeFaultKind.PowerOff, sinceMs, untilMs };
    const origin = { atMs: sinceMs, writer: 'kubelet', client: 'machine-config' };
    if (rebootMs > 0) await cluster.records.nodeFaults.write([fault], origin);
    await cluster.faultsChanged();
    this.wake(rebootMs);
  }

  private async change(name: string, change: (node: Node) => Node): Promise<void> {
    const modification = modificationOf(Kinds.Node, { name }, change);
    await this.context.cluster.store.modify([modification], this.context.fence);
    this.advancing.request();
  }

  private wake(afterMs: number): void {
    this.wakeAt(this.context.cluster.clock.now() + afterMs);
  }

  private wakeAt(atMs: number): void {
    this.timer?.cancel();
    this.wakesAtMs = atMs;
    this.timer = this.context.cluster.clock.setTimer(
      atMs,
      TimerPhase.Controllers,
      'kubelet (machine config pools)',
      () => {
        this.timer = undefined;
        this.run();
      },
    );
  }
}

const CONFIGURING: readonly string[] = [KUBELET_CONFIGS, MACHINE_CONFIG_POOLS];

/** Returns whether a change affects the configuration of kubelets; a change of a status does not. */
export function configures({ key, operation, object, previous }: Change): boolean {
  if (!CONFIGURING.includes(key.resource)) return false;
  if (!previous || operation === Operation.Delete) return true;
  const [before, after] = [previous.metadata, object.metadata];
  return before.generation !== after.generation || JSON.stringify(before.labels) !== JSON.stringify(after.labels);
}

/** Returns whether anything about a change can matter to roll-outs. */
export function concernsRollOut({ key, operation, object, previous }: Change): boolean {
  if (key.resource !== 'nodes') return false;
  const [before, after] = [previous, object] as [Node | undefined, Node];
  if (!before || operation === Operation.Delete) return true;
  return isRollingOut(after) || isRollingOut(before) || before.metadata.labels !== after.metadata.labels;
}

function takenOver({ desired, document }: RenderedPool): Record<string, string> {
  return {
    [RolloutAnnotation.Current]: desired,
    [RolloutAnnotation.Desired]: desired,
    [RolloutAnnotation.Configuration]: document,
  };
}

function annotated(node: Node, annotations: Readonly<Record<string, string>>): Node {
  return { ...node, metadata: { ...node.metadata, annotations: { ...node.metadata.annotations, ...annotations } } };
}

function finished(node: Node): Node {
  const {
    [RolloutAnnotation.WasCordoned]: wasCordoned,
    [RolloutAnnotation.RebootUntil]: _over,
    ...annotations
  } = node.metadata.annotations ?? {};
  const { unschedulable: _cordoned, ...spec } = node.spec ?? {};
  return {
    ...node,
    metadata: { ...node.metadata, annotations: { ...annotations, [RolloutAnnotation.State]: 'Done' } },
    spec: wasCordoned === undefined ? spec : { ...spec, unschedulable: true },
  };
}
