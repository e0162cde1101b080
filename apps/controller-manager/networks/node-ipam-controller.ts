import { Kinds, withFields, type KubeObject, type Node } from '@orrery/api-types';
import type {
  ComponentContext,
  Modification,
  IdentityPort,
  ObjectsPort,
  ClockPort,
  EventsPort,
  LogPort,
  SettingsPort,
} from '@orrery/control-plane';
import { DEFAULT_NODE_IPAM, NodeRanges, readNodeIpamSettings } from '@orrery/pod-lifecycle';
import { Operation, type Change } from '@orrery/store';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort & SettingsPort;

/** Gives every node a range of pod addresses of its own, as the cluster's setting `nodeIpam` has them. */
export class NodeIpamController implements Controller {
  private ranges = new NodeRanges(DEFAULT_NODE_IPAM);
  private setting = '';
  private waiting = new Set<string>();
  /** Nodes for which no range was left. They are tried again when one is freed or the setting changes. */
  private readonly exhausted = new Set<string>();
  private running = false;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext<Ports>) {}

  start(exhausted: readonly string[] = []): void {
    this.unsubscribe = this.context.cluster.onSettingsChanged(async () => this.takeUp());
    this.takeUp(exhausted);
  }

  /** Nodes of which it is known that no range is left for them. */
  capture(): readonly string[] {
    return [...this.exhausted];
  }

  stop(): void {
    this.unsubscribe();
    this.waiting.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource !== 'nodes') continue;
      if (operation === Operation.Delete) this.release(key.name);
      else this.seen(object as Node);
    }
    this.assign();
  }

  /** Starts over from the setting and the nodes; nodes keep what they have. */
  private takeUp(exhausted: readonly string[] = []): void {
    const { cluster } = this.context;
    const setting = JSON.stringify(cluster.settings['nodeIpam'] ?? null);
    if (setting === this.setting) return;
    this.setting = setting;
    this.ranges = new NodeRanges(readNodeIpamSettings(cluster.settings['nodeIpam']).ok ?? DEFAULT_NODE_IPAM);
    this.exhausted.clear();
    for (const name of exhausted) this.exhausted.add(name);
    for (const node of cluster.cache.list(Kinds.Node)) this.seen(node as Node);
    this.assign();
  }

  private seen({ metadata: { name }, spec }: Node): void {
    if (spec.podCIDR) {
      this.ranges.hold(name, spec.podCIDR);
      this.waiting.delete(name);
      this.exhausted.delete(name);
    } else if (!this.exhausted.has(name)) {
      this.waiting.add(name);
    }
  }

  private release(name: string): void {
    this.waiting.delete(name);
    this.exhausted.delete(name);
    if (this.ranges.drop(name)) for (const each of this.exhausted) this.waiting.add(each);
  }

  private assign(): void {
    if (this.running || this.waiting.size === 0) return;
    this.running = true;
    runLoop(this.context, 'node-ipam', async () => {
      try {
        while (this.waiting.size > 0) {
          const names = [...this.waiting];
          this.waiting = new Set();
          const modifications = this.modificationsFor(names);
          if (modifications.length > 0) await this.context.cluster.store.modify(modifications, this.context.fence);
        }
      } finally {
        this.running = false;
      }
    });
  }

  private modificationsFor(names: readonly string[]): Modification[] {
    const modifications: Modification[] = [];
    const without: string[] = [];
    for (const name of names) {
      const podCIDR = this.ranges.allocate(name);
      if (podCIDR === undefined) without.push(name);
      else modifications.push(this.modification(name, podCIDR));
    }
    this.noneLeft(without);
    return modifications;
  }

  private modification(name: string, podCIDR: string): Modification {
    this.exhausted.delete(name);
    return {
      key: { resource: 'nodes', namespace: '', name },
      change: (object) => {
        const { spec } = object as Node;
        if (!spec.podCIDR) return { ...object, spec: withFields(spec, { podCIDR, podCIDRs: [podCIDR] }) } as KubeObject;
        this.ranges.hold(name, spec.podCIDR);
        return undefined;
      },
    };
  }

  /** Records the event for nodes without a range, once for each, as kube-controller-manager's range allocator does. */
  private noneLeft(names: readonly string[]): void {
    const { cluster, fence } = this.context;
    const reason = 'CIDRNotAvailable';
    const notes = names.flatMap((name) => {
      const uid = cluster.cache.get(Kinds.Node, '', name)?.metadata.uid;
      if (uid === undefined || this.exhausted.has(name)) return [];
      this.exhausted.add(name);
      const involvedObject = { apiVersion: 'v1', kind: 'Node', name, uid };
      const message = `Node ${name} status is now: ${reason}`;
      return [{ involvedObject, type: 'Normal' as const, reason, message, component: 'cidrAllocator' }];
    });
    cluster.events.record(notes, fence);
  }
}
