import type { Node, NodeCondition, Pod, Taint, Toleration } from '@orrery/api-types';
import type { NodeLifecycleAction, TaintManagerAction } from '../actions';
import { NodeLifecycleController } from '../node-lifecycle-controller';
import { nodeHealthSettings, type NodeHealthSettings } from '../settings/settings';
import { TaintManager } from '../evictions/taint-manager';
import { applyTaintChange } from '../tainting/taints';

const HEARTBEAT_MS = 10_000;
const time = (ms: number): string => new Date(ms).toISOString();

interface Kubelet {
  diesAfterMs: number;
  ready: boolean;
}

/**
 * The setting of the worked examples (spec nodes H): a store in memory, living kubelets reporting every 10 s, both
 * controllers. Seconds outside.
 */
export class SimulatedCluster {
  readonly nodes = new Map<string, Node>();
  readonly pods = new Map<string, Pod>();
  /** Log of the run, as `<seconds> <event>`. */
  readonly log: string[] = [];
  controller: NodeLifecycleController;
  taintManager: TaintManager;
  private readonly kubelets = new Map<string, Kubelet>();
  private readonly faults: { atMs: number; act: () => void }[] = [];
  private nowMs = 0;

  constructor(private readonly settings: NodeHealthSettings = nodeHealthSettings('k8s-1.20')) {
    this.controller = new NodeLifecycleController(settings);
    this.taintManager = new TaintManager(settings);
  }

  /** Adds a node now; with null for its kubelet it never reports anything. */
  addNode(name: string, zone = '', kubelet: Partial<Kubelet> | null = {}, taints: Taint[] = []): this {
    const labels: Record<string, string> = zone === '' ? {} : { 'topology.kubernetes.io/zone': zone };
    const metadata = { name, uid: name, resourceVersion: '1', creationTimestamp: time(this.nowMs), labels };
    this.storeNode({ apiVersion: 'v1', kind: 'Node', metadata, spec: { taints }, status: {} });
    if (kubelet) {
      this.kubelets.set(name, { diesAfterMs: Number.POSITIVE_INFINITY, ready: true, ...kubelet });
      this.heartbeat(name);
    }
    return this;
  }

  addZone(zone: string, size: number, prefix = zone, digits = 1): this {
    for (let i = 1; i <= size; i++) this.addNode(`${prefix}${String(i).padStart(digits, '0')}`, zone);
    return this;
  }

  addPod(name: string, nodeName: string, tolerations: Toleration[] = defaultTolerations()): this {
    const metadata = {
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: '1',
      creationTimestamp: time(this.nowMs),
    };
    const ready = { type: 'Ready', status: 'True', lastTransitionTime: time(this.nowMs) };
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { containers: [], nodeName, tolerations },
      status: { phase: 'Running', conditions: [ready] },
    };
    this.pods.set(`default/${name}`, pod);
    this.apply(this.taintManager.podChanged(undefined, pod, this.nowMs));
    this.apply(this.controller.podAssigned(pod, this.nowMs));
    return this;
  }

  /** The kubelet's last heartbeat is the one at `seconds`. */
  dies(seconds: number, ...names: string[]): this {
    for (const name of names) this.kubelets.get(name)!.diesAfterMs = seconds * 1000;
    return this;
  }

  at(seconds: number, act: (cluster: this) => void): this {
    this.faults.push({ atMs: seconds * 1000, act: () => act(this) });
    this.faults.sort((a, b) => a.atMs - b.atMs);
    return this;
  }

  revive(...names: string[]): void {
    for (const name of names) {
      this.kubelets.get(name)!.diesAfterMs = Number.POSITIVE_INFINITY;
      this.heartbeat(name);
    }
  }

  postReady(name: string, ready: boolean): void {
    this.kubelets.get(name)!.ready = ready;
    this.heartbeat(name);
  }

  renewLease(name: string): void {
    this.controller.leases.renewed(name, this.nowMs);
  }

  taint(name: string, change: { add?: Taint[]; remove?: { key: string; effect: string }[] }): void {
    this.apply([
      { kind: 'setNodeTaints', nodeName: name, uid: name, add: change.add ?? [], remove: change.remove ?? [] },
    ]);
  }

  deleteNode(name: string): void {
    const node = this.nodes.get(name)!;
    this.nodes.delete(name);
    this.kubelets.delete(name);
    this.controller.leases.deleted(name, this.nowMs);
    this.apply(this.controller.nodeChanged(node, undefined, this.nowMs));
    this.apply(this.taintManager.nodeChanged(node, undefined, this.nowMs));
  }

  /** Restarts both controllers, which lose their memory. */
  restartControllers(): void {
    const leases = [...this.kubelets].map(([nodeName, { diesAfterMs }]) => {
      const lastMs = Math.min(diesAfterMs, this.nowMs);
      return { nodeName, renewTimeMs: lastMs - (lastMs % HEARTBEAT_MS) };
    });
    this.controller = new NodeLifecycleController(this.settings);
    this.controller.leases.renewedAll(leases);
    this.taintManager = new TaintManager(this.settings);
    for (const node of this.nodes.values()) this.apply(this.controller.nodeChanged(undefined, node, this.nowMs));
    this.apply(this.taintManager.start(this.nodes.values(), this.pods.values(), this.nowMs));
  }

  runUntil(seconds: number): this {
    const untilMs = seconds * 1000;
    for (let next = this.nextInstant(); next <= untilMs; next = this.nextInstant()) {
      this.nowMs = next;
      while (this.faults[0]?.atMs === next) this.faults.shift()!.act();
      if (next % HEARTBEAT_MS === 0) this.livingKubelets().forEach((name) => this.heartbeat(name));
      if (this.controller.nextMonitorPassMs(next) === next) this.apply(this.controller.monitorPass(next));
      if (this.controller.nextNoExecuteDeadlineMs(next) === next) this.apply(this.controller.noExecutePass(next));
      this.apply(this.taintManager.fireDue(next));
      this.ranAtMs = next;
    }
    this.nowMs = untilMs;
    return this;
  }

  /** Seconds at which something matching happened. */
  when(what: string | RegExp): number[] {
    const matches = (text: string): boolean => (typeof what === 'string' ? text === what : what.test(text));
    return this.log
      .filter((line) => matches(line.slice(line.indexOf(' ') + 1)))
      .map((line) => Number(line.split(' ')[0]));
  }

  /** Seconds at which the node got a NoExecute taint. */
  noExecuteAt(node: string): number[] {
    return this.when(new RegExp(`^${node} \\+NX `));
  }

  deletedAt(pod: string): number[] {
    return this.when(`delete default/${pod}`);
  }

  private ranAtMs = -1;

  private nextInstant(): number {
    const from = this.ranAtMs + 1;
    const candidates = [
      this.controller.nextMonitorPassMs(from),
      this.controller.nextNoExecuteDeadlineMs(from),
      this.taintManager.nextDeadlineMs(),
      this.faults[0]?.atMs,
    ];
    return Math.max(from, Math.min(...candidates.filter((at) => at !== undefined)));
  }

  private livingKubelets(): string[] {
    return [...this.kubelets].filter(([, { diesAfterMs }]) => this.nowMs <= diesAfterMs).map(([name]) => name);
  }

  private heartbeat(name: string): void {
    const node = this.nodes.get(name)!;
    const conditions = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type): NodeCondition => {
      const status = type === 'Ready' && this.kubelets.get(name)!.ready ? 'True' : 'False';
      const old = node.status.conditions?.find((condition) => condition.type === type);
      const lastTransitionTime = old?.status === status ? old.lastTransitionTime! : time(this.nowMs);
      return { type, status, lastHeartbeatTime: time(this.nowMs), lastTransitionTime };
    });
    this.controller.leases.renewed(name, this.nowMs);
    this.storeNode({ ...node, status: { conditions } });
  }

  private storeNode(node: Node): void {
    const old = this.nodes.get(node.metadata.name);
    this.nodes.set(node.metadata.name, node);
    this.apply(this.controller.nodeChanged(old, node, this.nowMs));
    this.apply(this.taintManager.nodeChanged(old, this.nodes.get(node.metadata.name), this.nowMs));
  }

  private apply(actions: readonly (NodeLifecycleAction | TaintManagerAction)[]): void {
    for (const action of actions) this.applyOne(action);
  }

  private applyOne(action: NodeLifecycleAction | TaintManagerAction): void {
    switch (action.kind) {
      case 'patchNodeConditions':
        return this.writeConditions(action.nodeName, action.conditions);
      case 'setNodeTaints': {
        const node = this.nodes.get(action.nodeName)!;
        for (const { key, effect } of action.add) this.note(`${action.nodeName} +${short(key, effect)}`);
        for (const { key, effect } of action.remove) this.note(`${action.nodeName} -${short(key, effect)}`);
        return this.storeNode({ ...node, spec: { ...node.spec, taints: applyTaintChange(node.spec.taints, action) } });
      }
      case 'event':
        return this.note(`event ${action.event.regarding.name}: ${action.event.message}`);
      case 'markPodsNotReady':
        return this.note(`${action.nodeName} pods not ready`);
      case 'evictPods':
        return this.note(`${action.nodeName} evicted`);
      case 'patchPodCondition':
        return this.note(`pod ${action.name} ${action.condition.type}=${action.condition.status}`);
      case 'deletePod':
        this.note(`delete ${action.namespace}/${action.name}`);
    }
  }

  private writeConditions(name: string, written: readonly NodeCondition[]): void {
    const node = this.nodes.get(name)!;
    for (const { type, status, reason } of written) this.note(`${name} ${type}=${status} ${reason}`);
    const kept = (node.status.conditions ?? []).filter(
      ({ type }) => !written.some((condition) => condition.type === type),
    );
    this.storeNode({ ...node, status: { conditions: [...kept, ...written] } });
  }

  private note(what: string): void {
    this.log.push(`${this.nowMs / 1000} ${what}`);
  }
}

const EFFECT_LETTERS: Readonly<Record<string, string>> = { NoSchedule: 'NS', NoExecute: 'NX' };

function short(key: string, effect: string): string {
  return `${EFFECT_LETTERS[effect] ?? effect} ${key.replace('node.kubernetes.io/', '')}`;
}

/** Returns the tolerations that DefaultTolerationSeconds gives every pod. */
export function defaultTolerations(): Toleration[] {
  return ['not-ready', 'unreachable'].map((name) => tolerate(`node.kubernetes.io/${name}`, 300));
}

/** An Exists toleration of a NoExecute taint; without seconds forever. */
export function tolerate(key: string, seconds?: number): Toleration {
  const toleration: Toleration = { key, operator: 'Exists', effect: 'NoExecute' };
  return seconds === undefined ? toleration : { ...toleration, tolerationSeconds: seconds };
}

export function names(prefix: string, from: number, to: number, digits = 1): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${String(from + i).padStart(digits, '0')}`);
}
