import { expired, prepareForms, servedForm, type KubeObject } from '@orrery/api-types';
import { listObjects, type ClusterRuntime, type Selection } from '@orrery/control-plane';
import { decodeCursor, encodeCursor, listDigest, type Cursor } from './cursor';
import { pageRequest, type PageArguments, type PageRequest } from '@orrery/insights';

/** A list that pages are cut from. */
export interface ListSource {
  readonly runtime: ClusterRuntime;
  readonly selection: Selection;
  /** Identity of this list: kind, filter and order. */
  readonly description: unknown;
  /** Sorts otherwise than by namespace and name. */
  readonly compare?: ((a: KubeObject, b: KubeObject) => number) | undefined;
  /** The objects of the current state among which the selection's are, where an index knows fewer than all. */
  readonly candidates?: (() => readonly KubeObject[]) | undefined;
  /** A state not older than this. */
  readonly notOlderThan?: number | undefined;
  /** The most items of a page, where they are small. */
  readonly most?: number | undefined;
}

/** One page in the shape of the connection types. */
export interface Page<T = KubeObject> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** The whole list, from which aggregates are computed on demand. */
  readonly items: readonly T[];
  readonly totalCount: number;
  readonly resourceVersion: string;
}

/** Returns a page of one state of a list; a cursor continues in the state of its first page, or throws EXPIRED. */
export async function pageOf(source: ListSource, args: PageArguments): Promise<Page> {
  const request = pageRequest(args, source.most);
  const digest = listDigest(source.description);
  const cursors = [request.after, request.before].map((text) =>
    text === undefined ? undefined : decodeCursor(text, digest),
  );
  const atRevision = cursors[0]?.revision ?? cursors[1]?.revision;
  const { items: stored, revision } = await stateOf(source, atRevision);
  const { kind } = source.selection;
  await prepareForms(kind, stored);
  const items = kind.form ? stored.map((object) => servedForm(kind, object)) : stored;
  const sorted = source.compare ? [...items].sort(source.compare) : items;
  return cut(sorted, { request, revision, digest, after: cursors[0]?.key, before: cursors[1]?.key });
}

/** The selected objects in key order, now or at a revision. */
async function stateOf(
  { runtime, selection, candidates, notOlderThan }: ListSource,
  atRevision: number | undefined,
): Promise<{ items: readonly KubeObject[]; revision: number }> {
  const { cache } = runtime;
  const isNow = (atRevision ?? cache.revision) === cache.revision && notOlderThan === undefined;
  if (candidates && isNow) {
    const items = candidates().filter((object) => selection.matches(object));
    return { items: items.sort(byKey), revision: cache.revision };
  }
  if (atRevision !== undefined && atRevision > cache.revision)
    throw expired('the state of the cursor is no longer available');
  return listObjects(runtime, selection, { atRevision, notOlderThan });
}

/** Identifies an object among those of its kind. */
function keyOfObject({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}\u0000${metadata.name}`;
}

function byKey(a: KubeObject, b: KubeObject): number {
  return keyOfObject(a) < keyOfObject(b) ? -1 : 1;
}

/** An item of a page. Its cursor is made on demand: most clients use those of `pageInfo`. */
class PageEdge {
  constructor(
    readonly node: KubeObject,
    private readonly list: Omit<Cursor, 'key'>,
  ) {}

  get cursor(): string {
    return encodeCursor({ ...this.list, key: keyOfObject(this.node) });
  }
}

interface Cut {
  readonly request: PageRequest;
  readonly revision: number;
  readonly digest: string;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

function cut(items: readonly KubeObject[], { request, revision, digest, after, before }: Cut): Page {
  const from = after === undefined ? 0 : positionOf(items, after) + 1;
  const to = before === undefined ? items.length : positionOf(items, before);
  const start = request.isFromEnd ? Math.max(from, to - request.size) : from;
  const end = request.isFromEnd ? to : Math.min(to, from + request.size);
  const nodes = items.slice(start, Math.max(start, end));
  const list = { revision, listDigest: digest };
  const edges = nodes.map((node) => new PageEdge(node, list));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges[edges.length - 1]?.cursor ?? null,
    },
    items,
    totalCount: items.length,
    resourceVersion: String(revision),
  };
}

function positionOf(items: readonly KubeObject[], key: string): number {
  const position = items.findIndex((item) => keyOfObject(item) === key);
  if (position < 0) throw expired('the item of the cursor is no longer in the list');
  return position;
}
