import { objectAccess } from '@orrery/access';
import type { Actor, CachePort, Selection } from '@orrery/control-plane';

/** Selection that depends on roles; a watch gets no events of changes of roles. */
export interface RoleSelection extends Selection {
  /** Returns whether objects that were checked are selected now and were not then, or the other way round. */
  hasChanged(): boolean;
}

/** Those of the selected projects that a client may read: clients may list projects without seeing all namespaces. */
export function visibleObjects(selection: Selection, { decide }: Actor): RoleSelection {
  const seen = new Map<string, boolean>();
  const isVisible = (name: string): boolean =>
    decide(objectAccess({ verb: 'get', group: '', resource: 'namespaces', name })).allowed;
  return {
    ...selection,
    hasSelectors: true,
    matches: (object) => {
      const { name } = object.metadata;
      const visible = isVisible(name);
      seen.set(name, visible);
      return visible && selection.matches(object);
    },
    // A client that saw a project is to see it go, also if the roles went before it.
    matchedBefore: (object) => {
      const { name } = object.metadata;
      const wasVisible = seen.get(name) ?? isVisible(name);
      seen.delete(name);
      return wasVisible && selection.matches(object);
    },
    hasChanged: () => [...seen].some(([name, wasVisible]) => isVisible(name) !== wasVisible),
  };
}

/** Returns whether roles changed after a revision, so that the objects visible to the client then are unknown. */
export function haveRolesChanged({ cache }: CachePort, revision: number): boolean {
  const changes = cache.changesAfter(revision) ?? [];
  return changes.some(({ key }) => key.resource.endsWith('.rbac.authorization.k8s.io'));
}

export function isRoleSelection(selection: Selection): selection is RoleSelection {
  return 'hasChanged' in selection;
}
