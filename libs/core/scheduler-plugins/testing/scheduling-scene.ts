import { PLUGIN_REGISTRY } from '../registry';
import type { KubeObject } from '@orrery/api-types';
import { explainPod, Scheduler, type PodExplanation, type SchedulerOptions } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';
import type { NodeBuilder } from '@orrery/builders';
import type { PodBuilder } from '@orrery/builders';

/** Initial cluster of a scene. */
export interface SceneSetting extends Partial<Omit<SchedulerOptions, 'clock'>> {
  readonly nodes?: readonly NodeBuilder[];
  readonly pods?: readonly PodBuilder[];
  readonly objects?: readonly KubeObject[];
}

/** A scheduler on a hand-stepped clock with some nodes and pods. */
export interface Scene {
  readonly scheduler: Scheduler;
  readonly clock: ManualClock;
  /** Advances the clock by the given milliseconds and lets the scheduler do what time causes, at each of its deadlines. */
  advance(durationMs: number): Promise<void>;
  explain(pod: PodBuilder): PodExplanation;
}

export function makeScene({ nodes = [], pods = [], objects = [], ...options }: SceneSetting): Scene {
  const clock = new ManualClock();
  const scheduler = new Scheduler({ seed: 'scene', registry: PLUGIN_REGISTRY, ...options, clock });
  for (const object of objects) scheduler.objectChanged(undefined, object);
  for (const node of nodes) scheduler.nodeChanged(undefined, node.build());
  for (const pod of pods) scheduler.podChanged(undefined, pod.build());
  return {
    scheduler,
    clock,
    advance: async (durationMs) => {
      const until = clock.now() + durationMs;
      for (let at = scheduler.nextDeadlineMs(); at !== undefined && at <= until; at = scheduler.nextDeadlineMs()) {
        await clock.advance(Math.max(0, at - clock.now()));
        scheduler.flush();
      }
      await clock.advance(until - clock.now());
    },
    explain: (pod) => explainPod(scheduler.parts, { pod: pod.build() })!,
  };
}

/** Reasons per node, success as an empty list. */
export function reasonsByNode({ filters }: PodExplanation): Record<string, readonly string[]> {
  return Object.fromEntries([...filters].map(([node, { reasons }]) => [node, reasons]));
}

/** Scores of one plugin by node. */
export function scoresByNode({ scores }: PodExplanation, plugin: string): Record<string, number | undefined> {
  return Object.fromEntries([...scores].map(([node, { plugins }]) => [node, plugins[plugin]]));
}
