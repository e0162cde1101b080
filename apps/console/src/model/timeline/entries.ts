import type { Subject } from '../board/subject';

/** The lines of the timeline, from above. */
export const Lane = {
  Clients: 'clients',
  Placement: 'placement',
  Deletion: 'deletion',
  Pods: 'pods',
  Nodes: 'nodes',
  Others: 'others',
} as const;
export type Lane = (typeof Lane)[keyof typeof Lane];
export const LANES: readonly Lane[] = Object.values(Lane);

/** Requested fields of a change. */
export interface ChangeParts {
  readonly resourceVersion: string;
  readonly time: string;
  readonly operation: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly uid: string;
  readonly writer: string;
  /** The program of a user, or the part of a component; null if it is not known. */
  readonly client: string | null;
  readonly reason: string | null;
  readonly fields: readonly { readonly path: string; readonly after?: unknown }[];
}

/** A change on the timeline. */
export interface TimelineEntry {
  readonly revision: string;
  /** The moment at which faults and zones are as this left them: a revision, or the time of one of them, which has no revision of its own. */
  readonly factsAt: string;
  readonly timeMs: number;
  readonly lane: Lane;
  /** The change as a sentence. */
  readonly words: string;
  /** Writer: a user or a component, and the program or the part of it that made the change. */
  readonly who: string;
  readonly verb: string;
  readonly kind: string;
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  readonly name: string;
  /** Paths of the fields, for an object that was changed. */
  readonly paths: readonly string[];
  /** Subject on the board; undefined for other kinds. */
  readonly subject: Subject | undefined;
}

/** Parts of the control plane, as the log calls them; every other writer is a client. */
const COMPONENTS = new Set([
  'controller-manager',
  'descheduler',
  'eviction-worker',
  'kube-apiserver',
  'kubelet',
  'node-lifecycle-controller',
  'scheduler',
]);

/** Kinds of log entries that are not objects. */
const INCIDENTS = new Set(['Fault', 'Zone']);

/** Returns the timeline's entry of a change. */
export function timelineEntry(change: ChangeParts): TimelineEntry {
  const { kind, name, operation, writer, client, fields } = change;
  return {
    revision: change.resourceVersion,
    factsAt: INCIDENTS.has(change.kind) ? change.time : change.resourceVersion,
    timeMs: Date.parse(change.time),
    lane: laneOf(change),
    words: changeWords(change),
    who: client === null || client === writer ? writer : `${writer} (${client})`,
    verb: VERBS[operation] ?? operation.toLowerCase(),
    kind,
    namespace: change.namespace ?? '',
    name,
    paths: operation === 'UPDATED' ? fields.map(({ path }) => path) : [],
    subject: subjectOf(change),
  };
}

function subjectOf({ kind, namespace, name, uid }: ChangeParts): Subject | undefined {
  if (kind === 'Node') return { kind: 'node', name };
  return kind === 'Pod' ? { kind: 'pod', uid, called: { namespace: namespace ?? '', name } } : undefined;
}

function nodeNameOf({ fields }: ChangeParts): string | undefined {
  const name = fields.find(({ path }) => path === 'spec.nodeName')?.after;
  return typeof name === 'string' ? name : undefined;
}

function isMarkedForDeletion({ fields }: ChangeParts): boolean {
  return fields.some(({ path, after }) => path === 'metadata.deletionTimestamp' && after != null);
}

function laneOf(change: ChangeParts): Lane {
  const { kind, operation, writer } = change;
  if (kind === 'Pod' && (operation === 'DELETED' || isMarkedForDeletion(change))) return Lane.Deletion;
  if (kind === 'Pod' && nodeNameOf(change) !== undefined) return Lane.Placement;
  if (!COMPONENTS.has(writer)) return Lane.Clients;
  if (kind === 'Pod') return Lane.Pods;
  return kind === 'Node' ? Lane.Nodes : Lane.Others;
}

/** The verb of an update. */
export const CHANGED = 'changed';
const VERBS: Readonly<Record<string, string>> = { CREATED: 'created', DELETED: 'removed', UPDATED: CHANGED };
const SHOWN_FIELDS = 2;

/** A change as a sentence: `scheduler placed Pod default/web-1 on node-3`. */
export function changeWords(change: ChangeParts): string {
  const { kind, namespace, name, operation, writer, reason, fields } = change;
  const object = `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
  const nodeName = nodeNameOf(change);
  const why = reason ? ` (${reason})` : '';
  if (operation === 'UPDATED' && kind === 'Pod' && nodeName !== undefined)
    return `${writer} placed ${object} on ${nodeName}${why}`;
  if (operation === 'UPDATED' && isMarkedForDeletion(change)) return `${writer} began to delete ${object}${why}`;
  const paths = fields.slice(0, SHOWN_FIELDS).map(({ path }) => path);
  const more = fields.length > SHOWN_FIELDS ? ` and ${fields.length - SHOWN_FIELDS} more` : '';
  const what = operation === 'UPDATED' && paths.length > 0 ? `: ${paths.join(', ')}${more}` : '';
  return `${writer} ${VERBS[operation] ?? operation} ${object}${what}${why}`;
}

/** The place of the last change that is not after a time; -1 if all are. Entries are in their order. */
export function placeAt(entries: readonly TimelineEntry[], timeMs: number): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((entries[middle]?.timeMs ?? Infinity) <= timeMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** Returns how many changes of a lane fall into each of equal parts of a span. */
export function binned(
  entries: readonly TimelineEntry[],
  { fromMs, toMs, count }: { readonly fromMs: number; readonly toMs: number; readonly count: number },
): ReadonlyMap<Lane, readonly number[]> {
  const bins = new Map(LANES.map((lane) => [lane, Array.from({ length: count }, () => 0)]));
  const width = Math.max(1, toMs - fromMs) / count;
  for (const { lane, timeMs } of entries) {
    if (timeMs < fromMs || timeMs > toMs) continue;
    const bin = Math.min(count - 1, Math.floor((timeMs - fromMs) / width));
    const inLane = bins.get(lane);
    if (inLane) inLane[bin] = (inLane[bin] ?? 0) + 1;
  }
  return bins;
}
