import type { Pod } from '@orrery/api-types';
import { fitsOnNode, Scheduler } from '@orrery/scheduling';
import type { DeschedulingPorts } from './descheduling-ports';
import { loadSchedulingState, configuredSchedulers, servedNames } from '@orrery/control-plane';

/** Prediction of the schedulers of a cluster, pod by pod. */
export interface SchedulerFit {
  /** Returns whether the scheduler that serves the pod could place it there; pods that none serves fit anywhere. */
  fits(pod: Pod, nodeName: string): boolean;
  /** A pod that has been evicted counts no more. */
  gone(pod: Pod): void;
}

/**
 * Makes a prediction by the cluster's own schedulers, with their current state and configuration. Each engine is made
 * when the first pod of it is checked: most runs check few pods, or none.
 */
export function schedulerFit(cluster: DeschedulingPorts): SchedulerFit {
  const engines = new Map<string, Scheduler | undefined>();
  const engineOf = (schedulerName: string): Scheduler | undefined => {
    if (engines.has(schedulerName)) return engines.get(schedulerName);
    const schedulers = configuredSchedulers(cluster.settings, cluster.plugins).ok ?? [];
    const configured = schedulers.find((each) => servedNames(each).includes(schedulerName));
    const { clock, seed, cache } = cluster;
    const engine = configured && new Scheduler({ clock, seed, ...configured.settings.options });
    if (engine) loadSchedulingState(engine, cache);
    for (const name of configured ? servedNames(configured) : [schedulerName]) engines.set(name, engine);
    return engine;
  };
  return {
    fits: (pod, nodeName) => {
      const engine = engineOf(pod.spec.schedulerName ?? 'default-scheduler');
      return engine === undefined || (fitsOnNode(engine.parts, pod, nodeName) ?? true);
    },
    gone: (pod) => {
      for (const engine of new Set(engines.values())) engine?.podChanged(pod, undefined);
    },
  };
}
