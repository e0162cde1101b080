import { plannedSettings, type SetSchedulerConfigInput } from '@orrery/actions';
import { setImmediate } from 'node:timers/promises';
import { Kinds, type Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { SchedulingExplanation } from '@orrery/scheduling';
import { explainEngine, plannedEngines, type ExplainEngine, comparedPods, isOtherPlacement } from '@orrery/insights';
import type { PreviewedPlacement, PreviewedPod, SchedulerConfigPreview } from './preview-types';

const DEFAULT_SCHEDULER = 'default-scheduler';

/** Places pods in thought by the present configuration and by another one; other requests are answered in between. */
export async function previewSchedulerConfig(
  runtime: ClusterRuntime,
  input: SetSchedulerConfigInput,
  { first, skip }: { readonly first: number; readonly skip: number | undefined },
): Promise<SchedulerConfigPreview> {
  const settings = plannedSettings(runtime, input);
  const planned = plannedEngines(runtime, settings);
  try {
    const { pods, total, hasMore } = comparedPods(runtime.cache.list(Kinds.Pod), {
      most: first,
      nodes: runtime.cache.list(Kinds.Node).length,
      skip,
    });
    const differences: PreviewedPod[] = [];
    for (const pod of pods) {
      const name = pod.spec.schedulerName ?? DEFAULT_SCHEDULER;
      const before = await placed(explainEngine(runtime, name), pod, name);
      const after = await placed(planned.serving(name), pod, name);
      if (isOtherPlacement(before, after)) differences.push({ pod, before: view(before), after: view(after) });
      await setImmediate();
    }
    return { total, compared: pods.length, hasMore, differences };
  } finally {
    planned.drop();
  }
}

function placed(
  engine: ExplainEngine | undefined,
  pod: Pod,
  schedulerName: string,
): Promise<SchedulingExplanation | undefined> | undefined {
  return engine?.explain({ pod, schedulerName, nodes: [], assumeEvicted: undefined, withPreemption: false });
}

function view(explained: SchedulingExplanation | undefined): PreviewedPlacement | null {
  if (!explained) return null;
  const { selected, feasibleCount, message } = explained;
  return { nodeName: selected ?? null, feasibleCount, message };
}
