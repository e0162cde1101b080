import type { Origin } from '@orrery/store';
import type { ClusterRuntime } from '../../runtime/cluster/cluster-runtime';
import type { Actor } from './actor';

/**
 * Returns the cluster as a client has it: the same in all but its door, where requests wait for their turn. State of
 * the cluster rather than of a request is kept by `runtime.record`, which is the same here.
 *
 * @param actor a restricted actor: the door refuses writes without a right
 * @param origin further origin for the log of changes
 */
export function actingAs(runtime: ClusterRuntime, actor: Actor | undefined, origin?: Partial<Origin>): ClusterRuntime {
  const plain = actor ? runtime.store.as(actor) : runtime.store.forClients();
  const store = origin ? plain.signed(origin) : plain;
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
