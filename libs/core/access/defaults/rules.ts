import type { PolicyRule } from '../rules/policy-rule';

/** Verbs as upstream's default roles group them. */
export const READ = ['get', 'list', 'watch'] as const;
export const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'] as const;
export const READ_WRITE = [...READ, ...WRITE] as const;

/** A rule about resources of one API group. */
export function allow(verbs: readonly string[], group: string, resources: readonly string[]): PolicyRule {
  return { verbs: [...verbs], apiGroups: [group], resources: [...resources] };
}

/** A rule about named objects. */
export function allowNamed(
  verbs: readonly string[],
  {
    group = '',
    resource,
    names,
  }: { readonly group?: string; readonly resource: string; readonly names: readonly string[] },
): PolicyRule {
  return { verbs: [...verbs], apiGroups: [group], resources: [resource], resourceNames: [...names] };
}

/** Makes a rule about reading paths that are not resources. */
export function allowPaths(paths: readonly string[]): PolicyRule {
  return { verbs: ['get'], nonResourceURLs: [...paths] };
}

/** Every component reports what it does, under both names of events. */
export const WRITE_EVENTS: readonly PolicyRule[] = [
  allow(['create', 'patch', 'update'], '', ['events']),
  allow(['create', 'patch', 'update'], 'events.k8s.io', ['events']),
];
