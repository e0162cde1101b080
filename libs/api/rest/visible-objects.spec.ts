import { requireKind, select, watchObjects, type Actor, type CachePort, type WatchEvent } from '@orrery/control-plane';
import { ClusterCache, Operation } from '@orrery/store';
import type { KubeObject } from '@orrery/api-types';
import { haveRolesChanged, visibleObjects } from './visible-objects';

const NAMESPACE = requireKind('v1', 'Namespace');

function namespace(name: string, revision: number): KubeObject {
  const metadata = { name, uid: name, resourceVersion: String(revision), creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata };
}

const key = (resource: string, name: string) => ({ resource, namespace: '', name });

/** A watch of the projects that a client may see, and what it was sent. */
function watched() {
  const cache = new ClusterCache(10, [{ resource: 'namespaces', object: namespace('own', 7) }]);
  const cluster = { cache, onCacheReplaced: () => () => undefined } as Partial<CachePort> as CachePort;
  const rights = { isReader: true };
  const actor = { decide: () => ({ allowed: rights.isReader, reason: '' }) } as Partial<Actor> as Actor;
  const selection = visibleObjects(select(NAMESPACE, {}), actor);
  for (const object of cache.list('namespaces')) selection.matches(object);
  const sent: string[] = [];
  const listener = (events: readonly WatchEvent[]): void => {
    for (const { type, object } of events) sent.push(`${type} ${object.metadata.name}`);
  };
  watchObjects(cluster, selection, { revision: 10, listener });
  return { cluster, cache, rights, selection, sent };
}

it('shows a project go to a client that saw it, also if the roles went before it', () => {
  const { cache, rights, selection, sent } = watched();
  rights.isReader = false;
  const object = namespace('own', 11);
  cache.apply([{ revision: 11, operation: Operation.Delete, key: key('namespaces', 'own'), object }]);
  expect(sent).toEqual(['DELETED own']);
  expect(selection.hasChanged()).toBe(false);
});

it('shows nothing of a project that the client never saw', () => {
  const { cache, rights, sent } = watched();
  rights.isReader = false;
  const [made, gone] = [namespace('other', 11), namespace('other', 12)];
  cache.apply([{ revision: 11, operation: Operation.Create, key: key('namespaces', 'other'), object: made }]);
  cache.apply([{ revision: 12, operation: Operation.Delete, key: key('namespaces', 'other'), object: gone }]);
  expect(sent).toEqual([]);
});

it('knows whether roles changed since a revision', () => {
  const { cluster, cache } = watched();
  const object = { ...namespace('readers', 11), kind: 'RoleBinding' };
  const change = { operation: Operation.Delete, key: key('rolebindings.rbac.authorization.k8s.io', 'readers'), object };
  expect(haveRolesChanged(cluster, 10)).toBe(false);
  cache.apply([{ revision: 11, ...change }]);
  expect([haveRolesChanged(cluster, 10), haveRolesChanged(cluster, 11)]).toEqual([true, false]);
});
