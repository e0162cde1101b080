import type { PodInfo } from '../cache/pod-info';
import { isWildcard, QueueingHint, type ClusterEvent } from '../framework/cluster-event';
import type { AnyPlugin, EventRegistration } from '../framework/plugin';

/** Effects of an event on a pod in the queue. */
export type Wake = 'no' | 'afterBackoff' | 'atOnce';

/** Events that the plugins of one profile register, and the check that an event may help a pod they rejected. */
export class HintTable {
  private readonly registrations = new Map<string, readonly EventRegistration[]>();

  constructor(plugins: Iterable<AnyPlugin>) {
    for (const plugin of plugins) {
      if (plugin.eventsToRegister) this.registrations.set(plugin.name, plugin.eventsToRegister());
    }
  }

  /** Returns whether the event could concern pods rejected by this plugin. Plugins that registered nothing want everything. */
  wants(plugin: string, event: ClusterEvent): boolean {
    const registered = this.registrations.get(plugin);
    return !registered || registered.some((registration) => matches(registration, event));
  }

  /** Runs the hints of the plugins that rejected the pod. */
  wake(
    pod: PodInfo,
    by: { readonly rejectors: ReadonlySet<string>; readonly pendingPlugins: ReadonlySet<string> },
    event: ClusterEvent,
  ): Wake {
    if (isWildcard(event) || by.rejectors.size === 0) return 'afterBackoff';
    let wake: Wake = 'no';
    for (const plugin of by.rejectors) {
      if (!this.pluginQueues(plugin, pod, event)) continue;
      if (by.pendingPlugins.has(plugin)) return 'atOnce';
      wake = 'afterBackoff';
    }
    return wake;
  }

  private pluginQueues(plugin: string, pod: PodInfo, event: ClusterEvent): boolean {
    const registered = this.registrations.get(plugin);
    if (!registered) return true;
    return registered.some(
      (registration) => matches(registration, event) && (!registration.hint || asks(registration.hint, pod, event)),
    );
  }
}

function matches({ resource, actions }: EventRegistration, event: ClusterEvent): boolean {
  return isWildcard(event) || (resource === event.resource && (actions & event.action) !== 0);
}

/** A hint that breaks must not put a pod to sleep: it counts as Queue. */
function asks(hint: NonNullable<EventRegistration['hint']>, pod: PodInfo, event: ClusterEvent): boolean {
  try {
    return hint(pod, event) === QueueingHint.Queue;
  } catch {
    return true;
  }
}
