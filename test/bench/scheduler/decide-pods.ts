import { PLUGIN_REGISTRY } from '@orrery/scheduler-plugins';
import { withFields, type Pod } from '@orrery/api-types';
import { Scheduler, SUCCESS, type Decision, type FailedDecision } from '@orrery/scheduling';
import { formatTime, ManualClock } from '@orrery/time';
import type { Churn, SchedulerWorkload } from './workload';

/** Result of a row in memory. Seconds are processor time of this process, so that busy neighbours do not matter. */
export interface DecisionRate {
  readonly bound: number;
  readonly cpuSeconds: number;
  readonly podsPerSecond: number;
  /** Processor time of one decision. */
  readonly p50Us: number;
  readonly p99Us: number;
}

/** Decides the row's pods in memory: queue, cycle, assumption and confirmation, without any writes. */
export async function decidePods(workload: SchedulerWorkload): Promise<DecisionRate> {
  const { nodes, seedPods, pods, churn } = workload;
  const bench = new InMemory();
  for (const object of workload.objects) bench.scheduler.objectChanged(undefined, object);
  for (let i = 0; i < nodes; i++) bench.scheduler.nodeChanged(undefined, workload.makeNode(i));
  const seeds = Array.from({ length: seedPods }, (_, i) => workload.makeSeedPod(i));
  const measured = Array.from({ length: pods }, (_, i) => workload.makePod(i));
  await bench.place(seeds, undefined);
  bench.forget();
  const start = process.cpuUsage();
  await bench.place(measured, churn);
  const { user, system } = process.cpuUsage(start);
  const cpuSeconds = (user + system) / 1_000_000;
  const bound = bench.countBound(measured);
  return { bound, cpuSeconds, podsPerSecond: pods / cpuSeconds, ...bench.latencies() };
}

class InMemory {
  private readonly clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  readonly scheduler = new Scheduler({ clock: this.clock, seed: 'bench', registry: PLUGIN_REGISTRY });
  private readonly bound = new Set<string>();
  private decisionUs: number[] = [];
  private revision = 1;

  forget(): void {
    this.decisionUs = [];
  }

  countBound(pods: readonly Pod[]): number {
    return pods.filter(({ metadata }) => this.bound.has(metadata.uid)).length;
  }

  latencies(): Pick<DecisionRate, 'p50Us' | 'p99Us'> {
    const sorted = Float64Array.from(this.decisionUs).sort();
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return { p50Us: at(0.5), p99Us: at(0.99) };
  }

  async place(pods: readonly Pod[], churn: Churn | undefined): Promise<void> {
    const step = churn?.everyPods ?? pods.length;
    for (let from = 0, round = 0; from < pods.length; from += step, round++) {
      if (churn) this.churn(churn, round);
      for (const pod of pods.slice(from, from + step)) this.scheduler.podChanged(undefined, pod);
      await this.drain();
    }
  }

  /** Decides until nothing is left to do now or after a back-off. Pods that only time may help are left alone. */
  private async drain(): Promise<void> {
    for (let idle = 0; idle < 3;) {
      while (this.scheduler.hasActive()) {
        const before = performance.now();
        const decisions = this.scheduler.scheduleBatch(1);
        this.decisionUs.push((performance.now() - before) * 1000);
        for (const decision of decisions) this.carryOut(decision);
        if (decisions.some(({ kind }) => kind === 'bind')) idle = 0;
      }
      await this.clock.advance(1000);
      this.scheduler.flush();
      if (!this.scheduler.hasActive()) return;
      idle++;
    }
  }

  private carryOut(decision: Decision): void {
    if (decision.kind === 'failed') this.recordFailure(decision);
    if (decision.kind !== 'bind') return;
    this.scheduler.bindingFinished(decision, SUCCESS);
    const { pod, binding } = decision;
    this.bound.add(decision.uid);
    const startTime = formatTime(this.clock.now());
    this.scheduler.podChanged(pod, {
      ...pod,
      metadata: { ...pod.metadata, resourceVersion: this.next() },
      spec: withFields(pod.spec, { nodeName: binding.nodeName }),
      status: withFields(pod.status ?? {}, { startTime }),
    });
  }

  private recordFailure({ pod, statusPatch, effects }: FailedDecision): void {
    if (statusPatch) {
      const { nominatedNodeName } = statusPatch;
      const status = withFields(pod.status ?? {}, nominatedNodeName === undefined ? {} : { nominatedNodeName });
      const metadata = { ...pod.metadata, resourceVersion: this.next() };
      this.scheduler.podChanged(pod, { ...pod, metadata, status });
    }
    for (const effect of effects) {
      if (effect.kind === 'deleteVictim') this.scheduler.podChanged(effect.victim, undefined);
    }
  }

  private churn(churn: Churn, round: number): void {
    const { scheduler } = this;
    const next = churn.make(round);
    for (const node of next.nodes) scheduler.nodeChanged(undefined, node);
    for (const pod of next.pods) scheduler.podChanged(undefined, pod);
    for (const object of next.objects) scheduler.objectChanged(undefined, object);
    if (round === 0) return;
    const last = churn.make(round - 1);
    for (const pod of last.pods) scheduler.podChanged(pod, undefined);
    for (const object of last.objects) scheduler.objectChanged(object, undefined);
    for (const node of last.nodes) scheduler.nodeChanged(node, undefined);
  }

  private next(): string {
    return String(++this.revision);
  }
}
