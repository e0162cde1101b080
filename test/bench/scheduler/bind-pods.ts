import type { KubeObject, Pod } from '@orrery/api-types';
import { ClockMode } from '@orrery/clock';
import { ControlPlane, requireKind, SOLO_SHARDS, type ClusterRuntime, type ComponentKind } from '@orrery/control-plane';
import { routerKind } from '@orrery/router';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';
import { Operation } from '@orrery/store';
import { schedulerKind } from '../../../apps/scheduler/scheduler.component';
import type { Churn, SchedulerWorkload } from './workload';

/** Result of a row with everything written: seconds from the first creation to the last committed binding. */
export interface BindingRate {
  readonly bound: number;
  readonly seconds: number;
  /** Processor time of this process; the database's own is not in it. */
  readonly cpuSeconds: number;
  readonly podsPerSecond: number;
  /** Time from the commit of a pod to the commit of its binding. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const CLIENTS = 4;
const STUCK_MS = 15_000;
const PODS_A_REQUEST = 250;

/** Creates the row's pods through the store and waits for their bindings; there is nothing but store, router and scheduler. */
export async function bindPods(workload: SchedulerWorkload, databaseUrl: string): Promise<BindingRate> {
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: true,
    shards: SOLO_SHARDS,
    plugins: builtInPlugins(),
    components: [schedulerKind(1), routerKind(1)] as ComponentKind[],
    logger: createLogger('bench', 'error'),
    metrics: new Metrics(),
  });
  await plane.start();
  const runtime = (await plane.createCluster({ name: 'bench', seed: 'bench', clock: { mode: ClockMode.Real } }))!;
  try {
    return await new Row(runtime, workload).run();
  } finally {
    await plane.stop();
  }
}

class Row {
  constructor(
    private readonly runtime: ClusterRuntime,
    private readonly workload: SchedulerWorkload,
  ) {}

  async run(): Promise<BindingRate> {
    const { workload } = this;
    await this.create(workload.objects);
    await this.createNodes(Array.from({ length: workload.nodes }, (_, i) => workload.makeNode(i)));
    const seeds = Array.from({ length: workload.seedPods }, (_, i) => workload.makeSeedPod(i));
    const seeding = new Progress(this.runtime, workload.seedOutcome === 'allBound' ? seeds.length : 0, 'seed-');
    await this.createPods(seeds, undefined);
    await Promise.race([seeding.done, untilStuck(seeding)]);
    await this.runtime.activity.idle();
    const pods = Array.from({ length: workload.pods }, (_, i) => workload.makePod(i));
    const progress = new Progress(this.runtime, pods.length, 'pod-');
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    await this.createPods(pods, workload.churn);
    await Promise.race([progress.done, untilStuck(progress)]);
    const seconds = (performance.now() - startMs) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const podsPerSecond = pods.length / seconds;
    return { seconds, cpuSeconds: (user + system) / 1_000_000, podsPerSecond, ...progress.figures() };
  }

  private async createPods(pods: readonly Pod[], churn: Churn | undefined): Promise<void> {
    let next = 0;
    let round = 0;
    const client = async (): Promise<void> => {
      while (next < pods.length) {
        const from = next;
        next += churn?.everyPods ?? PODS_A_REQUEST;
        if (churn) await this.churn(churn, round++);
        await this.create(pods.slice(from, next));
      }
    };
    await Promise.all(Array.from({ length: churn ? 1 : CLIENTS }, client));
  }

  private async churn(churn: Churn, round: number): Promise<void> {
    const come = churn.make(round);
    await this.createNodes(come.nodes);
    await this.create([...come.pods, ...come.objects]);
    if (round === 0) return;
    const go = churn.make(round - 1);
    const keys = [...go.pods, ...go.objects, ...go.nodes].map((object) => this.targetOf(object as KubeObject));
    await Promise.all(keys.map((target) => this.runtime.store.delete(target, { gracePeriodSeconds: 0 })));
  }

  /** Nodes without the taint that a node controller would take off. */
  private async createNodes(nodes: readonly object[]): Promise<void> {
    await this.create(nodes);
    const { store } = this.runtime;
    const keys = nodes.map((node) => ({ resource: 'nodes', namespace: '', name: (node as KubeObject).metadata.name }));
    const change = (node: KubeObject): KubeObject => ({ ...node, spec: {} });
    await store.modify(keys.map((key) => ({ key, change })));
  }

  private async create(objects: readonly object[]): Promise<void> {
    const requests = objects.map((object) => {
      const { resourceVersion: _given, ...metadata } = (object as KubeObject).metadata;
      return { ...this.targetOf(object as KubeObject), input: { ...object, metadata } };
    });
    const refusal = (await this.runtime.store.createMany(requests)).find((outcome) => outcome instanceof Error);
    if (refusal) throw refusal as Error;
  }

  private targetOf(object: KubeObject) {
    const { name, namespace = '' } = object.metadata;
    return { kind: requireKind(object.apiVersion, object.kind), namespace, name };
  }
}

/** Follows the pods of one kind from creation to binding. */
class Progress {
  private readonly createdMs = new Map<string, number>();
  private readonly latenciesMs: number[] = [];
  readonly done: Promise<void>;

  constructor(runtime: ClusterRuntime, expected: number, prefix: string) {
    this.done = new Promise((resolve) => {
      if (expected === 0) return resolve();
      const stop = runtime.cache.subscribe((changes) => {
        const nowMs = performance.now();
        for (const { key, operation, object, previous } of changes) {
          if (key.resource !== 'pods' || !key.name.startsWith(prefix)) continue;
          if (operation === Operation.Create) this.createdMs.set(key.name, nowMs);
          const isBound = nodeOf(object) !== undefined && nodeOf(previous) === undefined;
          if (operation === Operation.Update && isBound) this.latenciesMs.push(nowMs - this.createdMs.get(key.name)!);
        }
        if (this.latenciesMs.length < expected) return;
        stop();
        resolve();
      });
    });
  }

  get boundCount(): number {
    return this.latenciesMs.length;
  }

  figures(): Pick<BindingRate, 'bound' | 'p50Ms' | 'p99Ms'> {
    const sorted = Float64Array.from(this.latenciesMs).sort();
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return { bound: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
  }
}

/** Ends a row that binds nothing any more with its current result. */
async function untilStuck(progress: Progress): Promise<void> {
  for (let last = -1; last !== progress.boundCount;) {
    last = progress.boundCount;
    await new Promise((resolve) => setTimeout(resolve, STUCK_MS).unref());
  }
}

function nodeOf(object: KubeObject | undefined): string | undefined {
  return (object?.spec as { nodeName?: string } | undefined)?.nodeName;
}
