import { isStandardAccount } from '@orrery/access';
import { jsonText, type KubeObject, type Pod } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';

/** Destination of the work of a change. */
export type Destination =
  | { readonly queue: 'scheduling' }
  /** The shard of the node that is named. */
  | { readonly queue: 'kubelet'; readonly node: string; readonly carries: 'pod' | 'node' }
  | { readonly queue: 'reconcile'; readonly controller: string };

/** Rule for the changes of a resource that are work, with their destination. */
export interface Route {
  readonly resource: string;
  readonly what: string;
  readonly to: (change: Change) => Destination | undefined;
}

/** Routes of all changes of state that cause work. Components that only read state follow the log itself. */
export const ROUTES: readonly Route[] = [
  {
    resource: 'pods',
    what: 'a pod waits for a node',
    to: (change) => (isCreatedOrChanged(change, waitsForNode) ? { queue: 'scheduling' } : undefined),
  },
  {
    resource: 'pods',
    what: 'a pod on a node was bound, changed or deleted by another client than its kubelet',
    to: (change) => {
      const node = nodeOf(change.object);
      return node !== undefined && concernsKubelet(change) ? { queue: 'kubelet', node, carries: 'pod' } : undefined;
    },
  },
  {
    resource: 'nodes',
    what: 'a node came, went, or its spec or labels changed',
    to: (change) =>
      hasComeOrGone(change) || differs(change, 'spec') || differs(change, 'metadata')
        ? { queue: 'kubelet', node: change.object.metadata.name, carries: 'node' }
        : undefined,
  },
  {
    resource: 'namespaces',
    what: 'a namespace came or is to go',
    to: (change) =>
      change.operation === Operation.Delete ? undefined : { queue: 'reconcile', controller: 'namespace' },
  },
  {
    resource: 'serviceaccounts',
    what: 'a service account that every namespace has went',
    to: (change) =>
      change.operation === Operation.Delete && isStandardAccount(change.key.name)
        ? { queue: 'reconcile', controller: 'namespace' }
        : undefined,
  },
  {
    resource: 'poddisruptionbudgets.policy',
    what: 'a disruption budget came or changed',
    to: (change) =>
      hasComeOrGone(change) || differs(change, 'spec') || differs(change, 'metadata')
        ? { queue: 'reconcile', controller: 'disruption' }
        : undefined,
  },
];

/** The routes of a resource. */
export const ROUTES_BY_RESOURCE: ReadonlyMap<string, readonly Route[]> = new Map(
  [...new Set(ROUTES.map((route) => route.resource))].map((resource) => [
    resource,
    ROUTES.filter((route) => route.resource === resource),
  ]),
);

function waitsForNode(object: KubeObject): boolean {
  const { spec, status } = object as Pod;
  return !spec.nodeName && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

function nodeOf(object: KubeObject): string | undefined {
  return (object as Pod).spec.nodeName || undefined;
}

/** A kubelet is not notified of the statuses that it writes itself. */
function concernsKubelet(change: Change): boolean {
  if (hasComeOrGone(change)) return true;
  const previous = change.previous;
  return (
    !previous ||
    nodeOf(previous) !== nodeOf(change.object) ||
    previous.metadata.deletionTimestamp !== change.object.metadata.deletionTimestamp ||
    differs(change, 'spec') ||
    JSON.stringify(previous.metadata.annotations) !== JSON.stringify(change.object.metadata.annotations)
  );
}

function isCreatedOrChanged(change: Change, test: (object: KubeObject) => boolean): boolean {
  if (change.operation === Operation.Delete || !test(change.object)) return false;
  return change.operation === Operation.Create || differs(change, 'spec') || differs(change, 'metadata');
}

function hasComeOrGone(change: Change): boolean {
  return change.operation !== Operation.Update;
}

/** Returns whether a part of the object changed; writers share what they do not change, so identity answers most of the time. */
function differs(change: Change, part: 'spec' | 'metadata'): boolean {
  const before = change.previous?.[part];
  const after = change.object[part];
  if (before === after) return false;
  if (part === 'spec') return jsonText(before) !== jsonText(after);
  return jsonText(relevantMetadata(change.previous)) !== jsonText(relevantMetadata(change.object));
}

function relevantMetadata(object: KubeObject | undefined): unknown {
  const { labels, annotations, deletionTimestamp, finalizers } = object?.metadata ?? {};
  return [labels, annotations, deletionTimestamp, finalizers];
}
