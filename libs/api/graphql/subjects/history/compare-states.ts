import { snapshotsOf } from '@orrery/cluster-snapshots';
import { momentsOf } from '@orrery/moments';
import { CLUSTERS } from '@orrery/actions';
import type { Event, KubeObject, Pod } from '@orrery/api-types';
import type { ClusterRuntime, ControlPlane } from '@orrery/control-plane';
import { diffObjects, evictionsIn, podFigures } from '@orrery/history';
import { formatMicroTime } from '@orrery/time';
import { summarize } from '../cluster/summarize';
import { notFound } from '@orrery/api-types';
import type { ClusterDiff, ComparedState, DifferenceKind, ObjectDifference } from './diff-types';
import { readableBy, objectsOf, type StoryReader } from '@orrery/insights';
import type { StoryArgs } from './story-types';

/** A state as clients name it: `staging`, `staging@-10m`, `@1234` of the cluster of the request, `snapshot:first`. */
export type NamedState =
  { readonly cluster: string; readonly moment: string | undefined } | { readonly snapshot: string };

/** Parts of a state that are compared. */
export type ComparableState = Pick<ClusterRuntime, 'id' | 'cache' | 'kinds'> & {
  readonly clock: Pick<ClusterRuntime['clock'], 'now'>;
};

/** No cluster's name has a colon. */
const SNAPSHOT = 'snapshot:';

/** Reads the name of a state; `own` is the cluster of the request. */
export function namedState(text: string, own: string): NamedState {
  if (text.startsWith(SNAPSHOT)) return { snapshot: text.slice(SNAPSHOT.length) };
  const at = text.indexOf('@');
  const name = at < 0 ? text : text.slice(0, at);
  return { cluster: name === '' ? own : name, moment: at < 0 ? undefined : text.slice(at + 1) };
}

/** The state of that name. Throws 404 for a cluster or snapshot, and 400 or 410 for a moment, that is not there. */
export async function stateOf(plane: ControlPlane, named: NamedState): Promise<ComparableState> {
  if ('snapshot' in named)
    return { ...(await snapshotsOf(plane).state(named.snapshot)), id: `${SNAPSHOT}${named.snapshot}` };
  const { cluster, moment } = named;
  const runtime = await plane.cluster(cluster);
  if (!runtime) throw notFound(CLUSTERS, cluster);
  if (moment !== undefined) return momentsOf(plane).at(runtime, moment);
  if (!plane.isAlone) await runtime.caughtUp();
  return runtime;
}

/** Compares two states; objects that the client may not list in the cluster of its request are left out. */
export function compareStates(
  [from, to]: readonly [ComparableState, ComparableState],
  { actor }: Pick<StoryReader, 'actor'>,
  { first, ...about }: StoryArgs & { readonly first: number },
): ClusterDiff {
  const subject = objectsOf(to, about);
  const isReadable = readableBy({ actor });
  const isOneCluster = from.id === to.id;
  const counts = { added: 0, removed: 0, changed: 0 };
  const objects: ObjectDifference[] = [];
  for (const resource of resourcesOf(from, to)) {
    if (subject.without?.includes(resource) || (subject.resource ?? resource) !== resource) continue;
    const [before, after] = [from, to].map(({ cache }) => cache.list(resource, subject.namespace).filter(isNamed));
    for (const { change, object, fields } of diffObjects(before!.map(typed), after!.map(typed), { isOneCluster })) {
      const { namespace = '', name } = object.metadata;
      if (!isReadable({ key: { resource, namespace, name } })) continue;
      counts[change]++;
      if (objects.length >= first) continue;
      objects.push({
        change: change.toUpperCase() as DifferenceKind,
        apiVersion: object.apiVersion,
        kind: object.kind,
        namespace: namespace === '' ? null : namespace,
        name,
        fields: fields.map(({ path, before: old = null, after: next = null }) => ({ path, before: old, after: next })),
      });
    }
  }
  return { from: figuresOf(from), to: figuresOf(to), ...counts, objects };

  function isNamed({ metadata }: KubeObject): boolean {
    return subject.name === undefined || metadata.name === subject.name;
  }
}

function resourcesOf(...states: readonly ComparableState[]): string[] {
  return [...new Set(states.flatMap(({ cache }) => cache.resourcesInUse()))].sort();
}

/** Stored objects have both. */
function typed(object: KubeObject): KubeObject & { apiVersion: string; kind: string } {
  return object as KubeObject & { apiVersion: string; kind: string };
}

function figuresOf({ id, cache, clock }: ComparableState): ComparedState {
  const nowMs = clock.now();
  return {
    cluster: id,
    resourceVersion: String(cache.revision),
    time: formatMicroTime(nowMs),
    ...podFigures(cache.list('pods') as Pod[], nowMs),
    evictions: evictionsIn(cache.list('events') as Event[]),
    zones: [...summarize(cache).zones],
  };
}
