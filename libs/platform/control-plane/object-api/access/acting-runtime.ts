import type { ClusterRuntime } from '../../runtime/cluster-runtime';
import type { Actor } from './actor';

/**
 * The cluster as one who may not do everything has it: the same in all but its door, which refuses what they may not
 * write. What belongs to the cluster rather than to a request is kept by `runtime.record`, which is the same here.
 */
export function actingAs(runtime: ClusterRuntime, actor: Actor): ClusterRuntime {
  const store = runtime.store.as(actor);
  const methods = new Map<unknown, unknown>();
  return new Proxy(runtime, {
    get: (target, property) => {
      if (property === 'store') return store;
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      let bound = methods.get(property);
      if (!bound) methods.set(property, (bound = (value as (...args: unknown[]) => unknown).bind(target)));
      return bound;
    },
  });
}
