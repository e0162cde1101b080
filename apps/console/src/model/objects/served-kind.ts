/** Kind that a cluster serves, as its discovery names it. */
export interface ServedKind {
  /** Plural name in paths, such as `pods`. */
  readonly name: string;
  readonly kind: string;
  /** Empty for the kinds of `/api/v1`. */
  readonly group: string;
  /** Served versions with their group, the preferred one first. */
  readonly apiVersions: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

/** Kinds of one API group. */
export interface KindGroup {
  /** Name of the group; `core` for the kinds without one. */
  readonly title: string;
  readonly kinds: readonly ServedKind[];
}

/** Returns the kinds whose name, group or plural contains `search`, by group: Kubernetes' own first, then custom ones. */
export function kindGroups(kinds: readonly ServedKind[], search: string): readonly KindGroup[] {
  const words = search.trim().toLowerCase();
  const found = kinds.filter(({ kind, group, name }) => `${kind} ${group} ${name}`.toLowerCase().includes(words));
  const groups = new Map<string, ServedKind[]>();
  for (const each of found) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return [...groups]
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map(([group, members]) => ({
      title: group === '' ? 'core' : group,
      kinds: members.sort((a, b) => a.kind.localeCompare(b.kind)),
    }));
}

/** Groups in the order in which people look for them: core, then the short names of Kubernetes, its others, custom ones. */
function rankOf(group: string): number {
  if (group === '') return 0;
  if (!group.includes('.')) return 1;
  return group.endsWith('.k8s.io') ? 2 : 3;
}

/** Returns the kind of an API version and a name; undefined if it is not served. */
export function servedKind(kinds: readonly ServedKind[], apiVersion: string, kind: string): ServedKind | undefined {
  return kinds.find((each) => each.kind === kind && each.apiVersions.includes(apiVersion));
}

/** Object of a kind, or all of them, in the paths of the Kubernetes API. */
export interface PathParts {
  readonly apiVersion: string;
  /** Plural name. */
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** Returns the path of objects in the Kubernetes API of a cluster. */
export function apiPath({ apiVersion, resource, namespace, name, subresource }: PathParts): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const parts = [...(namespace === undefined ? [] : ['namespaces', namespace]), resource, name, subresource];
  return [root, ...parts.filter((part) => part !== undefined).map((part) => encodeURIComponent(part))].join('/');
}

/** Returns the name of a kind for kubectl: the plural, with its group unless it is a kind of `/api/v1`. */
export function kubectlName({ name, group }: Pick<ServedKind, 'name' | 'group'>): string {
  return group === '' ? name : `${name}.${group}`;
}
