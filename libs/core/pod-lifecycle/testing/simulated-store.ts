import type { Node, Pod, PodSpec, PodStatus } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { NodeEvent, PodEvent } from '../shard/kubelet-actions';
import { kubeletSettings, type KubeletBundle, type KubeletSettings } from '../shard/kubelet-settings';
import { KubeletShard, type KubeletShardOptions } from '../shard/kubelet-shard';
import { buildNode, type NodeDescription } from '../nodes/node-builder';
import type { StageFile } from '../stages/stage-file';

export interface SimulationOptions {
  readonly bundle?: KubeletBundle;
  readonly overrides?: Partial<KubeletSettings>;
  readonly startMs?: number;
  readonly findObject?: KubeletShardOptions['findObject'];
  readonly runContext?: KubeletShardOptions['runContext'];
}

/** A store in memory with one kubelet shard: feeds go through JSON, as from a database. */
export class SimulatedStore {
  readonly nodes = new Map<string, Node>();
  readonly pods = new Map<string, Pod>();
  readonly events: (PodEvent & { atMs: number })[] = [];
  readonly nodeEvents: NodeEvent[] = [];
  /** True if other kubelets take over after every round. */
  static handsOver = false;
  /** `<ms> <what>` of every write. */
  readonly writes: string[] = [];
  /** Every written status of a pod. */
  readonly statuses: { readonly atMs: number; readonly name: string; readonly status: PodStatus }[] = [];
  leaseBatches: { atMs: number; nodes: string[] }[] = [];
  shard: KubeletShard;
  nowMs: number;
  private readonly settings: KubeletSettings;
  private files: readonly StageFile[] = [];

  constructor(private readonly options: SimulationOptions = {}) {
    this.settings = kubeletSettings(options.bundle, options.overrides);
    this.nowMs = options.startMs ?? 0;
    this.shard = this.newShard();
  }

  addNode(name: string, description: Partial<NodeDescription> = {}): this {
    const made = buildNode({ name, podCIDR: '10.1.0.0/24', internalIP: '192.168.0.1', ...description }, this.nowMs);
    const metadata = {
      ...made.metadata,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: formatTime(this.nowMs),
    };
    this.storeNode({ ...made, metadata });
    return this;
  }

  addPod(name: string, spec: Partial<PodSpec> = {}, annotations: Record<string, string> = {}, nodeName = 'n1'): this {
    const metadata = {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: formatTime(this.nowMs),
      annotations,
    };
    const containers = [{ name: 'app', image: 'nginx:1.19' }];
    this.storePod({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { containers, restartPolicy: 'Always', terminationGracePeriodSeconds: 30, nodeName, ...spec },
      status: { phase: 'Pending' },
    });
    return this;
  }

  pod(name: string): Pod {
    return this.pods.get(`uid-${name}`)!;
  }

  /** The stages of files from now on. */
  lead(...files: StageFile[]): this {
    this.files = files;
    this.shard.leadBy(files, this.nowMs);
    return this;
  }

  deletePod(name: string, graceSeconds = 30): this {
    const pod = this.pod(name);
    const deletionTimestamp = formatTime(this.nowMs + graceSeconds * 1000);
    this.storePod({
      ...pod,
      metadata: { ...pod.metadata, deletionTimestamp, deletionGracePeriodSeconds: graceSeconds },
    });
    return this;
  }

  storePod(pod: Pod): void {
    const stored = JSON.parse(JSON.stringify(pod)) as Pod;
    const old = this.pods.get(pod.metadata.uid);
    this.pods.set(pod.metadata.uid, stored);
    this.shard.podChanged(old, stored, this.nowMs);
  }

  storeNode(node: Node): void {
    const stored = JSON.parse(JSON.stringify(node)) as Node;
    const old = this.nodes.get(node.metadata.name);
    this.nodes.set(node.metadata.name, stored);
    this.shard.nodeChanged(old, stored, this.nowMs);
  }

  /** The kubelets lose their memory and are fed the store again. */
  restart(): this {
    this.shard = this.newShard();
    for (const pod of this.pods.values()) this.shard.podChanged(undefined, pod, this.nowMs);
    for (const node of this.nodes.values()) this.shard.nodeChanged(undefined, node, this.nowMs);
    return this;
  }

  /** Other kubelets take over from these, with all that they know. */
  handOver(): this {
    const objects = {
      pod: (namespace: string, name: string) =>
        [...this.pods.values()].find(({ metadata }) => metadata.namespace === namespace && metadata.name === name),
      node: (name: string) => this.nodes.get(name),
    };
    const state = this.shard.toState(objects);
    const given = JSON.parse(JSON.stringify(state)) as typeof state;
    // Nothing of it is of a kind that JSON does not have.
    expect(given).toEqual(state);
    this.shard = this.newShard();
    this.shard.restore(given, objects, this.files);
    return this;
  }

  /** @param lateMs how late the next round is; in time if it is not given. The last one comes at the end. */
  runUntil(ms: number, lateMs = (): number => 0): this {
    for (let next = this.shard.nextDeadlineMs(); next !== undefined && next <= ms; next = this.shard.nextDeadlineMs()) {
      this.nowMs = Math.min(Math.max(next + lateMs(), this.nowMs), ms);
      this.step();
      if (SimulatedStore.handsOver) this.handOver();
    }
    this.nowMs = ms;
    return this;
  }

  /** Start times in ms of every start of a container. */
  startsOf(pod: string, container = 'app'): number[] {
    return this.events
      .filter((event) => event.name === pod && event.message === `Started container ${container}`)
      .map(({ atMs }) => atMs);
  }

  messagesOf(pod: string): string[] {
    return this.events
      .filter(({ name }) => name === pod)
      .map(({ atMs, reason, message }) => `${atMs} ${reason} ${message}`);
  }

  writesOf(pod: string): string[] {
    return this.writes.filter((line) => line.split(' ')[1] === pod);
  }

  private newShard(): KubeletShard {
    const { findObject, runContext } = this.options;
    const options = { settings: this.settings, seed: 'test' };
    return new KubeletShard({
      ...options,
      ...(findObject && { findObject }),
      ...(runContext && { runContext }),
    });
  }

  private step(): void {
    const { nowMs } = this;
    const actions = this.shard.runDue(nowMs);
    this.events.push(...actions.events.map((event) => ({ ...event, atMs: nowMs })));
    this.nodeEvents.push(...actions.nodeEvents);
    for (const { uid, name, status, annotations } of actions.patchPodStatuses) {
      this.writes.push(`${nowMs} ${name} status ${status.phase}`);
      this.statuses.push({ atMs: nowMs, name, status });
      const pod = this.pods.get(uid)!;
      const { metadata } = pod;
      this.storePod({
        ...pod,
        metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } },
        status,
      });
    }
    for (const { name, change } of actions.patchPodFinalizers) {
      this.writes.push(`${nowMs} ${name} finalizers ${JSON.stringify(change)}`);
    }
    for (const { uid, name } of actions.deletePods) {
      this.writes.push(`${nowMs} ${name} delete`);
      const pod = this.pods.get(uid);
      this.pods.delete(uid);
      this.shard.podChanged(pod, undefined, nowMs);
    }
    for (const { pod } of actions.createMirrors) {
      this.writes.push(`${nowMs} ${pod.metadata.name} mirror`);
      const uid = `mirror-${pod.metadata.name}-${this.writes.length}`;
      const metadata = { ...pod.metadata, uid, resourceVersion: '1', creationTimestamp: formatTime(nowMs) };
      this.storePod({ ...pod, metadata, status: { phase: 'Pending' } });
    }
    for (const { nodeName, status } of actions.patchNodeStatuses) {
      this.writes.push(`${nowMs} ${nodeName} node-status`);
      this.storeNode({ ...this.nodes.get(nodeName)!, status });
    }
    for (const { nodeName, annotations } of actions.annotateNodes) {
      const node = this.nodes.get(nodeName)!;
      const { metadata } = node;
      this.storeNode({ ...node, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } });
    }
    const nodes = actions.renewLeases.map(({ nodeName }) => nodeName);
    if (nodes.length > 0) this.leaseBatches.push({ atMs: nowMs, nodes });
  }
}
