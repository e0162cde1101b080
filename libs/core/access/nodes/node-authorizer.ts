import { isPathAccess, type Access, type Decision, type ResourceAccess } from '../access';
import { NODE_RULES } from '../defaults/component-roles';
import { matchesPath, matchesResource } from '../rules/policy-rule';
import { isNeededOn, type NodeObjects, type Related } from './node-objects';

const ALLOWED: Decision = { allowed: true, reason: '' };
const NODE_LEASES = 'kube-node-lease';

/**
 * Decides about an access of a node (upstream's node authorizer, with selectors as since 1.34): to its own Node, Lease
 * and CSINode, the pods that are bound to it and the objects these need, and by the rules that `system:node` gives to
 * every node.
 */
export function decideForNode(node: string, access: Access, objects: NodeObjects): Decision {
  if (isPathAccess(access)) return byRules(access);
  if (node === '') return refused('unknown node');
  const key = access.group === '' ? access.resource : `${access.resource}.${access.group}`;
  switch (key) {
    case 'secrets':
    case 'configmaps':
      return toRead(node, { ...access, resource: key }, objects);
    case 'persistentvolumeclaims':
      if (access.subresource === 'status') return toWriteStatus(node, access, objects);
      return toGet(node, { ...access, resource: key }, objects);
    case 'persistentvolumes':
      return toGet(node, { ...access, resource: key }, objects);
    case 'volumeattachments.storage.k8s.io':
      return toGetAttachment(node, access, objects);
    case 'resourceclaims.resource.k8s.io':
      return toGet(node, { ...access, resource: key }, objects);
    case 'resourceslices.resource.k8s.io':
      return toSlices(node, access, objects);
    case 'serviceaccounts':
      return toCreateToken(node, access, objects);
    case 'leases.coordination.k8s.io':
      return toOwn(node, access, 'node lease', NODE_LEASES);
    case 'csinodes.storage.k8s.io':
      return toOwn(node, access, 'CSINode');
    case 'nodes':
      return toNodes(node, access);
    case 'pods':
      return toPods(node, access, objects);
    default:
      return byRules(access);
  }
}

type RelatedAccess = ResourceAccess & Related;

function toRead(node: string, access: RelatedAccess, objects: NodeObjects): Decision {
  if (!['get', 'list', 'watch'].includes(access.verb)) return refused('can only read resources of this type');
  if (access.subresource !== '') return refused('cannot read subresource');
  if (access.namespace === '') return refused('can only read namespaced object of this type');
  return toNeeded(node, access, objects);
}

function toGet(node: string, access: RelatedAccess, objects: NodeObjects): Decision {
  if (access.verb !== 'get') return refused('can only get individual resources of this type');
  if (access.subresource !== '') return refused('cannot get subresource');
  return toNeeded(node, access, objects);
}

function toWriteStatus(node: string, access: ResourceAccess, objects: NodeObjects): Decision {
  if (!['update', 'patch'].includes(access.verb)) return refused('can only get/update/patch this type');
  return toNeeded(node, { ...access, resource: 'persistentvolumeclaims' }, objects);
}

function toNeeded(node: string, access: RelatedAccess, objects: NodeObjects): Decision {
  if (access.name === '') return refused('No Object name found');
  return isNeededOn(objects, node, access) ? ALLOWED : unrelated(node);
}

function toGetAttachment(node: string, access: ResourceAccess, { get }: NodeObjects): Decision {
  if (access.verb !== 'get') return refused('can only get individual resources of this type');
  if (access.subresource !== '') return refused('cannot get subresource');
  if (access.name === '') return refused('No Object name found');
  const attachment = get('volumeattachments.storage.k8s.io', '', access.name);
  const { nodeName } = (attachment?.spec ?? {}) as { nodeName?: string };
  return nodeName === node ? ALLOWED : unrelated(node);
}

/** Decides about the slices that the drivers on a node publish; new slices are checked by the NodeRestriction admission. */
function toSlices(node: string, access: ResourceAccess, { get }: NodeObjects): Decision {
  const { verb, subresource, name } = access;
  if (subresource !== '') return refused('cannot authorize ResourceSlice subresources');
  switch (verb) {
    case 'create':
      return ALLOWED;
    case 'get':
    case 'update':
    case 'patch':
    case 'delete': {
      const { nodeName } = (get('resourceslices.resource.k8s.io', '', name)?.spec ?? {}) as { nodeName?: string };
      return nodeName === node ? ALLOWED : unrelated(node);
    }
    case 'list':
    case 'watch':
    case 'deletecollection':
      return access.fieldSelector?.some(isOfNode(node))
        ? ALLOWED
        : refused('can only list/watch/deletecollection resourceslices with nodeName field selector');
    default:
      return refused(
        'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
      );
  }
}

function toCreateToken(node: string, access: ResourceAccess, objects: NodeObjects): Decision {
  if (access.verb !== 'create' || access.name === '') {
    return refused('can only create tokens for individual service accounts');
  }
  if (access.subresource !== 'token') return refused('can only create token subresource of serviceaccount');
  return isNeededOn(objects, node, { ...access, resource: 'serviceaccounts' }) ? ALLOWED : unrelated(node);
}

/** Decides about an object with the name of the node. The name of a new one is checked by the NodeRestriction admission. */
function toOwn(node: string, { verb, namespace, name }: ResourceAccess, what: string, onlyIn = ''): Decision {
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(verb)) {
    return refused(`can only get, create, update, patch, or delete a ${what}`);
  }
  if (namespace !== onlyIn) return refused(`can only access leases in the ${JSON.stringify(onlyIn)} system namespace`);
  if (verb !== 'create' && name !== node) {
    return refused(`can only access ${what} with the same name as the requesting node`);
  }
  return ALLOWED;
}

/** Writes of other nodes are refused by the NodeRestriction admission. */
function toNodes(node: string, { verb, subresource, name }: ResourceAccess): Decision {
  if (subresource === 'status') return ['update', 'patch'].includes(verb) ? ALLOWED : refused('');
  if (subresource !== '') return refused('');
  if (['create', 'update', 'patch'].includes(verb)) return ALLOWED;
  if (!['get', 'list', 'watch'].includes(verb)) return refused('');
  if (name === node) return ALLOWED;
  const others = name === '' ? 'all nodes' : `'${name}'`;
  return refused(`node '${node}' cannot read ${others}, only its own Node object`);
}

/** Decides about pods. Creations are checked by the NodeRestriction admission; deletions and evictions here, where the pod is known. */
function toPods(node: string, access: ResourceAccess, objects: NodeObjects): Decision {
  const { verb, subresource } = access;
  if (subresource === 'status') return ['update', 'patch'].includes(verb) ? ALLOWED : refused('');
  if (subresource === 'eviction') return verb === 'create' ? toEnd(node, 'evict', access, objects) : refused('');
  if (subresource !== '') return refused('');
  switch (verb) {
    case 'get':
      return toGet(node, { ...access, resource: 'pods' }, objects);
    case 'list':
    case 'watch': {
      if (access.fieldSelector?.some(isOfNode(node))) return ALLOWED;
      if (access.name !== '') return toNeeded(node, { ...access, resource: 'pods' }, objects);
      return refused('can only list/watch pods with spec.nodeName field selector');
    }
    case 'create':
      return ALLOWED;
    case 'delete':
      return toEnd(node, 'delete', access, objects);
    default:
      return refused('');
  }
}

/** Decides about the end of a pod. It is allowed for a pod that does not exist, so that the node learns this. */
function toEnd(node: string, verb: string, { namespace, name }: ResourceAccess, objects: NodeObjects): Decision {
  const pod = objects.get('pods', namespace, name);
  if (!pod || (pod.spec as { nodeName?: string }).nodeName === node) return ALLOWED;
  return refused(`node ${JSON.stringify(node)} can only ${verb} pods with spec.nodeName set to itself`);
}

function isOfNode(node: string): (requirement: { field: string; operator: string; value: string }) => boolean {
  return ({ field, operator, value }) => field === 'spec.nodeName' && operator === '=' && value === node;
}

function byRules(access: Access): Decision {
  const isAllowed = NODE_RULES.some((rule) =>
    isPathAccess(access) ? matchesPath(rule, access) : matchesResource(rule, access),
  );
  return isAllowed ? ALLOWED : refused('');
}

function unrelated(node: string): Decision {
  return refused(`no relationship found between node '${node}' and this object`);
}

function refused(reason: string): Decision {
  return { allowed: false, reason };
}
