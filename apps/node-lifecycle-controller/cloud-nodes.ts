import { Kinds, type Node } from '@orrery/api-types';
import {
  modificationOf,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
  type SettingsPort,
} from '@orrery/control-plane';
import {
  CLOUD_LIFECYCLE_PERIOD_MS,
  cloudVerdict,
  concernsCloud,
  initializationDueMs,
  initializedNode,
  readCloudSettings,
  withShutdownTaint,
} from '@orrery/node-health';
import { ClusterGoneError, FencedError } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & SettingsPort;

/**
 * The simulated cloud of a cluster whose settings have one: initializes new nodes after a while, deletes nodes whose
 * machine is gone, taints those whose machine is shut down. It sleeps while there is nothing to do.
 */
export class CloudNodes {
  /** Initialization time of each waiting node, in cluster time. */
  private readonly waiting = new Map<string, number>();
  /** Nodes that the lifecycle loop has to ask the cloud about. */
  private readonly suspects = new Set<string>();
  private initialization: Timer | undefined;
  private lifecycle: Timer | undefined;
  private stopped = false;
  /** The setting in force, as text. */
  private inForce: string;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.inForce = this.setting();
  }

  stop(): void {
    this.stopped = true;
    this.initialization?.cancel();
    this.lifecycle?.cancel();
  }

  /** Applies a changed setting of the cluster to all nodes. */
  settingsChanged(): void {
    const setting = this.setting();
    if (setting === this.inForce) return;
    this.inForce = setting;
    this.waiting.clear();
    this.suspects.clear();
    const nodes = this.context.cluster.cache.list(Kinds.Node);
    for (const node of nodes) this.nodeChanged(node.metadata.name, node);
    this.arm();
  }

  private setting(): string {
    return JSON.stringify(this.context.cluster.settings['cloud'] ?? null);
  }

  /** Takes a node's new version; undefined means deleted. */
  nodeChanged(name: string, node: Node | undefined): void {
    const settings = readCloudSettings(this.context.cluster.settings['cloud']).ok;
    if (!settings) return;
    const dueMs = node && initializationDueMs(node, settings);
    if (dueMs === undefined) this.waiting.delete(name);
    else this.waiting.set(name, dueMs);
    if (node && concernsCloud(node)) this.suspects.add(name);
    else this.suspects.delete(name);
    this.arm();
  }

  private arm(): void {
    const { clock } = this.context.cluster;
    this.initialization?.cancel();
    this.initialization = undefined;
    if (this.stopped) return;
    if (this.waiting.size > 0) {
      const nextMs = Math.min(...this.waiting.values());
      this.initialization = clock.setTimer(nextMs, TimerPhase.Controllers, 'cloud-nodes', () => this.initialize());
    }
    if (this.suspects.size === 0 || this.lifecycle) return;
    const passMs = (Math.floor(clock.now() / CLOUD_LIFECYCLE_PERIOD_MS) + 1) * CLOUD_LIFECYCLE_PERIOD_MS;
    this.lifecycle = clock.setTimer(passMs, TimerPhase.Controllers, 'cloud-nodes', async () => {
      await this.lifecyclePass();
      this.lifecycle = undefined;
      this.arm();
    });
  }

  private async initialize(): Promise<void> {
    const now = this.context.cluster.clock.now();
    const due = [...this.waiting].flatMap(([name, atMs]) => (atMs <= now ? [name] : []));
    for (const name of due) this.waiting.delete(name);
    await this.write(due.sort().map((name) => modifyNode(name, initializedNode)));
    this.arm();
  }

  private async lifecyclePass(): Promise<void> {
    const { cache, clock, store } = this.context.cluster;
    const now = clock.now();
    const changes: Modification[] = [];
    const gone: { key: Modification['key']; uid: string; options: object }[] = [];
    for (const name of [...this.suspects].sort()) {
      const key = { resource: 'nodes', namespace: '', name };
      const node = cache.get(key) as Node | undefined;
      const verdict = node ? cloudVerdict(node) : 'none';
      if (verdict === 'delete') gone.push({ key, uid: node!.metadata.uid, options: {} });
      else if (verdict !== 'none') {
        changes.push(modifyNode(name, (each) => withShutdownTaint(each, verdict === 'addShutdownTaint', now)));
      }
    }
    await this.write(changes);
    if (gone.length > 0) await this.guarded(() => store.remove(gone, this.context.fence));
  }

  private async write(changes: readonly Modification[]): Promise<void> {
    const { cluster, fence } = this.context;
    if (changes.length > 0) await this.guarded(() => cluster.store.modify(changes, fence));
  }

  /** Does a write whose failure is logged: the state shows it again after a restart. */
  private async guarded(write: () => Promise<unknown>): Promise<void> {
    const { cluster } = this.context;
    await write().catch((err: unknown) => {
      if (err instanceof FencedError || err instanceof ClusterGoneError) return;
      cluster.log.error({ err, cluster: cluster.id }, 'the cloud controller could not write');
    });
  }
}

function modifyNode(name: string, change: (node: Node) => Node): Modification {
  return modificationOf(Kinds.Node, { name }, change);
}
