import { type ResourceAccess, resourceAccess } from '@orrery/access';
import type { ClusterObjects } from '@orrery/descheduling';
import type { Actor } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';

/** Resources that a cycle reads, with their group; optional ones are marked. */
const READ = {
  nodes: { resource: 'nodes', isNeeded: true },
  pods: { resource: 'pods', isNeeded: true },
  namespaces: { resource: 'namespaces', isNeeded: false },
  priorityClasses: { resource: 'priorityclasses.scheduling.k8s.io', isNeeded: false },
  podDisruptionBudgets: { resource: 'poddisruptionbudgets.policy', isNeeded: false },
  persistentVolumeClaims: { resource: 'persistentvolumeclaims', isNeeded: false },
} as const;

/** The outcome of {@link readClusterObjects}. */
export type ObjectsVerdict =
  { readonly ok: true; readonly objects: ClusterObjects } | { readonly ok: false; readonly denial: string };

/**
 * The objects of a cluster as a cycle sees them, all of one moment. Without the right to list nodes and pods a cycle cannot run; what
 * else they may not list is left out.
 */
export function readClusterObjects(cluster: DeschedulingPorts, actor: Actor | undefined): ObjectsVerdict {
  const objects: Record<string, readonly unknown[]> = {};
  for (const [name, { resource, isNeeded }] of Object.entries(READ)) {
    const access = listAccess(resource);
    if (!actor || actor.decide(access).allowed) objects[name] = [...cluster.cache.list(resource)];
    else if (isNeeded) return { ok: false, denial: denialOf(actor, access) };
  }
  // Each list was read by the resource whose type its field has.
  return { ok: true, objects: objects as unknown as ClusterObjects };
}

function listAccess(name: string): ResourceAccess {
  const dot = name.indexOf('.');
  return resourceAccess({
    verb: 'list',
    resource: dot < 0 ? name : name.slice(0, dot),
    group: dot < 0 ? '' : name.slice(dot + 1),
  });
}

function denialOf({ user }: Actor, { resource, group }: ResourceAccess): string {
  const of = `resource "${resource}" in API group "${group}" at the cluster scope`;
  return `${resource}${group === '' ? '' : `.${group}`} is forbidden: User "${user.name}" cannot list ${of}`;
}
