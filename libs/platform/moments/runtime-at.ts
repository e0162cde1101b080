import { Kinds, methodNotAllowed, type KubeObject } from '@orrery/api-types';
import { Activity, ClockMode, ClusterClock } from '@orrery/clock';
import { resourceName, type ClusterCache, type HistoryMoment, type ObjectKey } from '@orrery/store';
import { formatTime, parseTimeMs } from '@orrery/time';
import {
  LEASES,
  withRenewals,
  type ClusterKinds,
  type ClusterRuntime,
  type ClusterStore,
  type PastMoment,
} from '@orrery/control-plane';
import { recordsAt } from './records-at';

/** The state that a view is of. */
export interface PastState {
  readonly revision: number;
  /** Clock time of the view, in ms since the Unix epoch. */
  readonly atMs: number;
  /** Place for incidents besides the log. */
  readonly place: HistoryMoment;
  readonly cache: ClusterCache;
  readonly kinds: ClusterKinds;
}

/** Operations that change a cluster without its store. */
const CHANGES: ReadonlySet<string | symbol> = new Set([
  'advance',
  'advanceToBeginning',
  'advanceToPhase',
  'changeSettings',
  'faultsChanged',
  'restartComponent',
  'setClock',
] satisfies (keyof ClusterRuntime)[]);

/**
 * View of a cluster at a past moment, for all readers: the same code, with the objects, the kinds and the clock of a
 * moment. Changes are refused, and so are requests for state that only the present has. Settings are those of today.
 */
export function runtimeAt(present: ClusterRuntime, state: PastState): ClusterRuntime {
  const { revision, atMs, place, cache, kinds } = state;
  const moment: PastMoment = {
    revision,
    atMs,
    place,
    refusal: () =>
      methodNotAllowed(
        `cluster "${present.id}" at revision ${revision} (${formatTime(atMs)}) is past and cannot be changed`,
      ),
  };
  const setting = { mode: ClockMode.Manual, rate: 1, anchorMs: atMs, anchorRealMs: 0 };
  const withHeartbeats: ClusterRuntime['withHeartbeats'] = async (kind, objects) =>
    resourceName(kind) === LEASES && objects.length > 0 ? renewedLeases(present, state, objects) : objects;
  const own: Partial<ClusterRuntime> = {
    moment,
    cache,
    kinds,
    clock: new ClusterClock(setting, new Activity()),
    store: refusing(present.store.rehearsingAt({ nowMs: atMs, cache, kinds }), moment),
    records: recordsAt(present, moment),
    isAlone: true,
    caughtUp: async () => undefined,
    onCacheReplaced: () => () => undefined,
    withHeartbeats,
    read: async (key: ObjectKey) => {
      const object = cache.get(key);
      if (!object || key.resource !== LEASES) return object;
      return (await renewedLeases(present, state, [object]))[0];
    },
  };
  return new Proxy(present, {
    get: (target, property) => {
      if (Object.hasOwn(own, property)) return own[property as keyof ClusterRuntime];
      if (CHANGES.has(property)) return () => Promise.reject(moment.refusal());
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** Operations that return another view of the same store. */
const SAME_STORE: ReadonlySet<string | symbol> = new Set([
  'as',
  'forClients',
  'signed',
] satisfies (keyof ClusterStore)[]);
/** Operations that write nothing. */
const REHEARSALS: ReadonlySet<string | symbol> = new Set([
  'rehearseCreation',
  'caller',
] satisfies (keyof ClusterStore)[]);

/** Makes the store of a moment: all changes are refused. */
function refusing(store: ClusterStore, moment: PastMoment): ClusterStore {
  return new Proxy(store, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (REHEARSALS.has(property)) return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      if (!SAME_STORE.has(property)) return () => Promise.reject(moment.refusal());
      const view = (value as (...args: unknown[]) => ClusterStore).bind(target);
      return (...args: unknown[]) => refusing(view(...args), moment);
    },
  });
}

/**
 * Leases of nodes with their last renewal up to the moment. Renewals are kept outside the log, the latest alone: for a
 * node that has renewed its Lease since, the result is the moment itself if the node was ready, else the last time in
 * its status.
 */
async function renewedLeases(
  { records }: ClusterRuntime,
  { atMs, cache }: PastState,
  leases: readonly KubeObject[],
): Promise<readonly KubeObject[]> {
  const latest = await records.heartbeats.read();
  const known = [...latest].map(
    ([name, renewedMs]) => [name, renewedMs <= atMs ? renewedMs : lastSignOfLife(cache, name, atMs)] as const,
  );
  return withRenewals(leases, new Map(known));
}

function lastSignOfLife(cache: ClusterCache, name: string, atMs: number): number {
  const ready = cache.get(Kinds.Node, '', name)?.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'Unknown') return atMs;
  return parseTimeMs(ready.lastHeartbeatTime) ?? atMs;
}
