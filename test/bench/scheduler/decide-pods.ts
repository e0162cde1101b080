import { Scheduler, SUCCESS } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';
import type { SchedulerWorkload } from './affinity-workloads';

/** What one workload came to. Seconds are processor time of this process, so that busy neighbours do not matter. */
export interface DecisionRate {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
  readonly bound: number;
  readonly cpuSeconds: number;
  readonly podsPerSecond: number;
}

const BATCH = 500;

/** Decides the workload's pods in memory: queue, cycle, assumption and confirmation, without any writes. */
export function decidePods(workload: SchedulerWorkload): DecisionRate {
  const { name, nodes, seedPods, pods } = workload;
  const scheduler = new Scheduler({ clock: new ManualClock(), seed: 'bench' });
  for (const object of workload.objects ?? []) scheduler.objectChanged(undefined, object);
  for (let i = 0; i < nodes; i++) scheduler.nodeChanged(undefined, workload.makeNode(i));
  const make = (count: number, from: number) => Array.from({ length: count }, (_, i) => workload.makePod(from + i));
  placeAll(scheduler, make(seedPods, 0));
  const measured = make(pods, seedPods);
  const start = process.cpuUsage();
  const bound = placeAll(scheduler, measured);
  const { user, system } = process.cpuUsage(start);
  const cpuSeconds = (user + system) / 1_000_000;
  return { name, nodes, pods, bound, cpuSeconds, podsPerSecond: pods / cpuSeconds };
}

function placeAll(scheduler: Scheduler, pods: ReturnType<SchedulerWorkload['makePod']>[]): number {
  for (const pod of pods) scheduler.podChanged(undefined, pod);
  let bound = 0;
  while (scheduler.hasActive()) {
    for (const decision of scheduler.scheduleBatch(BATCH)) {
      if (decision.kind !== 'bind') continue;
      if (scheduler.bindingFinished(decision, SUCCESS)?.kind === 'bound') bound++;
      scheduler.podChanged(undefined, decision.pod);
    }
  }
  return bound;
}
