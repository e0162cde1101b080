import { PLUGIN_REGISTRY } from '@orrery/scheduler-plugins';
import { performance } from 'node:perf_hooks';
import type { Pod } from '@orrery/api-types';
import { Scheduler, SUCCESS } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';
import { makeNode, makePod } from '@orrery/builders';

/** One line of the result. */
export interface BenchRow {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
  readonly bound: number;
  readonly seconds: number;
  readonly podsPerSecond: number;
}

/** Pods of a number of distinct shapes, in turn. */
interface Workload {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
  readonly shapes: number;
}

const WORKLOADS: readonly Workload[] = [
  { name: 'one shape', nodes: 1000, pods: 10_000, shapes: 1 },
  { name: 'twenty shapes', nodes: 1000, pods: 10_000, shapes: 20 },
  { name: 'every pod its own shape', nodes: 1000, pods: 10_000, shapes: 10_000 },
  { name: 'one shape, large cluster', nodes: 5000, pods: 10_000, shapes: 1 },
];

const BATCH = 500;

/** Decides pods in memory with the default plugins: queue, cycle, assumption and confirmation, without any writes. */
export function run(workloads: readonly Workload[] = WORKLOADS): BenchRow[] {
  return workloads.map((workload) => {
    const pods = Array.from({ length: workload.pods }, (_, i) => podOf(i, i % workload.shapes));
    const scheduler = new Scheduler({ clock: new ManualClock(), seed: 'bench', registry: PLUGIN_REGISTRY });
    for (let i = 0; i < workload.nodes; i++) {
      const node = makeNode(`node-${i}`).zone(`zone-${i % 3}`);
      scheduler.nodeChanged(undefined, node.build());
    }
    const start = performance.now();
    for (const pod of pods) scheduler.podChanged(undefined, pod);
    let bound = 0;
    while (scheduler.hasActive()) {
      for (const decision of scheduler.scheduleBatch(BATCH)) {
        if (decision.kind !== 'bind') continue;
        if (scheduler.bindingFinished(decision, SUCCESS)?.kind === 'bound') bound++;
        scheduler.podChanged(undefined, decision.pod);
      }
    }
    const seconds = (performance.now() - start) / 1000;
    return { ...workload, bound, seconds, podsPerSecond: workload.pods / seconds };
  });
}

function podOf(index: number, shape: number): Pod {
  return makePod(`pod-${index}`)
    .label('app', `app-${shape}`)
    .requests({ cpu: `${100 + (shape % 100)}m`, memory: `${200 + Math.trunc(shape / 100)}Mi` })
    .image('registry.example.com/app:v1')
    .build();
}
