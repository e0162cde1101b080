import { decodeMessagePack, type Packed, type PackedMap } from './decode-msgpack';

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

/** What a trace comes to, or why it cannot be read. */
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

/**
 * Reads how long pods ran in a trace of SimKube (version 2, MessagePack): for each owner and pod spec that it knows a
 * PodBehavior whose pods complete after the times recorded; an open end is for ever. `events` counts the changes of objects
 * in it, which are not replayed.
 */
export function readTrace(bytes: Uint8Array): TraceVerdict {
  const decoded = decodeMessagePack(bytes);
  if (!decoded.ok) return { ok: false, error: `it is no MessagePack: ${decoded.error}` };
  try {
    const trace = mapIn(decoded.value, 'trace');
    const version = fieldOf(trace, 'version');
    if (version !== VERSION) throw new Unreadable(`version: ${String(version)} is not ${VERSION}`);
    const events = fieldOf(trace, 'events');
    const owners = mapIn(fieldOf(trace, 'pod_lifecycles'), 'pod_lifecycles');
    const behaviors = owners.pairs.flatMap(([key, lifecycles]) => behaviorsOf(key, lifecycles));
    return { ok: true, behaviors, events: Array.isArray(events) ? events.length : 0 };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, error: error.message };
    throw error;
  }
}

function behaviorsOf(key: Packed, lifecycles: Packed): TracedBehavior[] {
  const [type, fullName] = Array.isArray(key) ? (key as Packed[]) : [];
  if (typeof type !== 'string' || typeof fullName !== 'string') {
    throw new Unreadable('pod_lifecycles: a key must be the kind and the name of an owner');
  }
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
  const sorts = mapIn(lifecycles, at).pairs.map(([hash, runs]) => ({
    hash: String(hash),
    runs: runsIn(runs, `${at}[${String(hash)}]`),
  }));
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

function nameOf(...parts: readonly (string | undefined)[]): string {
  const words = ['trace', ...parts.filter((part) => part !== undefined)];
  return words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
    .slice(0, MOST_NAME)
    .replace(/[^a-z0-9]+$/, '');
}

/** How long pods ran, in the order in which they came; those that never ran are left out. */
function runsIn(value: Packed, at: string): string[] {
  if (!Array.isArray(value)) throw new Unreadable(`${at}: must be a list`);
  return (value as Packed[]).flatMap((run, i) => {
    const seconds = secondsOf(run, `${at}[${i}]`);
    return seconds === undefined ? [] : [seconds === Infinity ? 'forever' : `${seconds}s`];
  });
}

/** Undefined for a pod that never ran, infinity for an open end. */
function secondsOf(run: Packed, at: string): number | undefined {
  if (run === 'Empty' || run === null) return undefined;
  const map = mapIn(run, at);
  const [tag] = map.pairs[0] ?? [];
  const isTagged = tag === 'Running' || tag === 'Finished';
  const tagged = isTagged ? fieldOf(map, tag) : undefined;
  const [start, end] = !isTagged
    ? [fieldOf(map, 'start_ts'), fieldOf(map, 'end_ts')]
    : Array.isArray(tagged)
      ? (tagged as Packed[])
      : [tagged, undefined];
  if (typeof start !== 'number') throw new Unreadable(`${at}: start_ts must be a time in seconds`);
  if (end === undefined || end === null) return Infinity;
  if (typeof end !== 'number' || end < start) throw new Unreadable(`${at}: end_ts must be a time after start_ts`);
  return end - start;
}

function mapIn(value: Packed | undefined, at: string): PackedMap {
  if (typeof value === 'object' && value !== null && 'pairs' in value) return value;
  throw new Unreadable(`${at}: must be a map`);
}

function fieldOf({ pairs }: PackedMap, name: string): Packed | undefined {
  return pairs.find(([key]) => key === name)?.[1];
}
