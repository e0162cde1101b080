import { withoutEnd } from '@orrery/api-types';
import { decode } from '@msgpack/msgpack';

/** A PodBehavior as it is sent to the API. */
export interface TracedBehavior {
  readonly apiVersion: 'sim.orrery.dev/v1';
  readonly kind: 'PodBehavior';
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: {
      readonly namespaces: readonly string[];
      readonly owner: { readonly apiVersion: string; readonly kind: string; readonly name: string };
      readonly podSpecHash?: string;
    };
    readonly completeAfter: { readonly empirical: readonly string[] };
  };
}

/** Behaviours read from a trace, or the reason why it cannot be read. */
export type TraceVerdict =
  | { readonly ok: true; readonly behaviors: readonly TracedBehavior[]; readonly events: number }
  | { readonly ok: false; readonly error: string };

const VERSION = 2;
const MOST_NAME = 253;
/** Owners that have one sort of pods: their pods are known without a hash. */
const ONE_SORT = [
  'apps/v1.DaemonSet',
  'apps/v1.Deployment',
  'apps/v1.ReplicaSet',
  'apps/v1.StatefulSet',
  'batch/v1.CronJob',
  'batch/v1.Job',
  'v1.Pod',
];

/** Unwinds the descent; never leaves this file. */
class Unreadable extends Error {}

/** A map of MessagePack; keys that are not texts are written as JSON. */
type PackedMap = Readonly<Record<string, unknown>>;

/**
 * Reads how long pods ran in a trace of SimKube (version 2, MessagePack): for each owner and pod spec that it knows a
 * PodBehavior whose pods complete after the times recorded; an open end is for ever. `events` counts the changes of objects
 * in it, which are not replayed.
 */
export function readTrace(bytes: Uint8Array): TraceVerdict {
  try {
    const { version, events, pod_lifecycles: lifecyclesOfOwners } = mapIn(unpacked(bytes), 'trace');
    if (numberIn(version) !== VERSION) throw new Unreadable(`version: ${String(version)} is not ${VERSION}`);
    const owners = mapIn(lifecyclesOfOwners, 'pod_lifecycles');
    const behaviors = Object.entries(owners).flatMap(([key, lifecycles]) => behaviorsOf(key, lifecycles));
    return { ok: true, behaviors, events: Array.isArray(events) ? events.length : 0 };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, error: error.message };
    throw error;
  }
}

/** Before a key that is a number: objects have keys that look like numbers in another order than they came. */
const NUMBER = '#';

/** Hashes are whole numbers of 64 bits, owners are pairs: neither is a key of an object as it stands. */
function unpacked(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, {
      useBigInt64: true,
      mapKeyConverter: (key) =>
        typeof key === 'string' ? key : typeof key === 'object' ? JSON.stringify(key) : `${NUMBER}${String(key)}`,
    });
  } catch (error) {
    throw new Unreadable(`it is not MessagePack: ${(error as Error).message}`);
  }
}

function behaviorsOf(key: string, lifecycles: unknown): TracedBehavior[] {
  const [type, fullName] = ownerIn(key);
  const at = `pod_lifecycles[${type} ${fullName}]`;
  const dot = type.lastIndexOf('.');
  const slash = fullName.indexOf('/');
  if (dot < 0 || slash < 0) throw new Unreadable(`${at}: must be such as apps/v1.Deployment default/web`);
  const owner = {
    apiVersion: type.slice(0, dot).replace(/^\//, ''),
    kind: type.slice(dot + 1),
    name: fullName.slice(slash + 1),
  };
  const namespace = fullName.slice(0, slash);
  const sorts = Object.entries(mapIn(lifecycles, at)).map(([hashKey, runs]) => {
    const hash = hashKey.replace(NUMBER, '');
    return { hash, runs: runsIn(runs, `${at}[${hash}]`) };
  });
  const isOfOneSort = ONE_SORT.includes(`${owner.apiVersion}.${owner.kind}`);
  const kept = isOfOneSort ? [{ hash: undefined, runs: sorts.flatMap(({ runs }) => runs) }] : sorts;
  return kept
    .filter(({ runs }) => runs.length > 0)
    .map(({ hash, runs }) => ({
      apiVersion: 'sim.orrery.dev/v1',
      kind: 'PodBehavior',
      metadata: { name: nameOf(owner.kind, namespace, owner.name, hash) },
      spec: {
        selector: { namespaces: [namespace], owner, ...(hash === undefined ? {} : { podSpecHash: hash }) },
        completeAfter: { empirical: runs },
      },
    }));
}

function ownerIn(key: string): readonly [string, string] {
  const pair: unknown = key.startsWith('[') ? JSON.parse(key) : undefined;
  const [type, fullName] = Array.isArray(pair) ? (pair as unknown[]) : [];
  if (typeof type === 'string' && typeof fullName === 'string') return [type, fullName];
  throw new Unreadable('pod_lifecycles: a key must be the kind and the name of an owner');
}

function nameOf(...parts: readonly (string | undefined)[]): string {
  const words = ['trace', ...parts.filter((part) => part !== undefined)];
  const name = words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-');
  return withoutEnd(name.slice(0, MOST_NAME), '.-');
}

/** Returns how long pods ran, in the order in which they came; those that never ran are left out. */
function runsIn(value: unknown, at: string): string[] {
  if (!Array.isArray(value)) throw new Unreadable(`${at}: must be a list`);
  return (value as unknown[]).flatMap((run, i) => {
    const seconds = secondsOf(run, `${at}[${i}]`);
    return seconds === undefined ? [] : [seconds === Infinity ? 'forever' : `${seconds}s`];
  });
}

/** Undefined for a pod that never ran, infinity for an open end. */
function secondsOf(run: unknown, at: string): number | undefined {
  if (run === 'Empty' || run === null) return undefined;
  const [startTime, endTime] = timesIn(mapIn(run, at));
  const [start, end] = [numberIn(startTime), numberIn(endTime)];
  if (start === undefined) throw new Unreadable(`${at}: start_ts must be a time in seconds`);
  if (endTime === undefined || endTime === null) return Infinity;
  if (end === undefined || end < start) throw new Unreadable(`${at}: end_ts must be a time after start_ts`);
  return end - start;
}

/** `Running: start`, `Finished: [start, end]`, or both by name. */
function timesIn(run: PackedMap): readonly unknown[] {
  const tagged = run['Running'] ?? run['Finished'];
  if (tagged === undefined) return [run['start_ts'], run['end_ts']];
  return Array.isArray(tagged) ? (tagged as unknown[]) : [tagged];
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function mapIn(value: unknown, at: string): PackedMap {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)) {
    return value as PackedMap;
  }
  throw new Unreadable(`${at}: must be a map`);
}
