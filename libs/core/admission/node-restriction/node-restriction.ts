import {
  deepEqual,
  forbidden,
  nodeOfUser,
  notFound,
  podReferences,
  type ApiError,
  type KubeObject,
  type Labels,
  type OwnerReference,
  type PodSpec,
  type PodStatus,
} from '@orrery/api-types';
import type { AdmissionPlugin, AdmissionRequest } from '../admission';
import { forbiddenLabels } from './kubelet-labels';

const MIRROR = 'kubernetes.io/config.mirror';
const NODE_LEASES = 'kube-node-lease';

/**
 * Restricts a node (a user `system:node:NAME`) to its own Node, Lease, CSINode and pods (upstream's NodeRestriction).
 * Deletions and evictions by a node are checked by its authorization.
 */
export const nodeRestriction: AdmissionPlugin = (request) => {
  const { kind, object, operation, user } = request;
  const node = nodeOfUser(user);
  if (node === undefined || operation === 'DELETE') return object;
  const problem = problemOf(node, request);
  if (problem === undefined) return object;
  return typeof problem === 'string' ? forbidden(kind, object.metadata.name, problem) : problem;
};

function problemOf(node: string, request: AdmissionRequest): string | ApiError | undefined {
  if (node === '') return `could not determine node from user ${JSON.stringify(request.user.name)}`;
  const { kind, object } = request;
  switch (kind.kind) {
    case 'Pod':
      return request.subresource === 'status' ? statusProblem(node, request) : podProblem(node, request);
    case 'Node':
      return nodeProblem(node, request);
    case 'PersistentVolumeClaim':
      return claimProblem(node, request);
    case 'Lease':
      if (object.metadata.namespace !== NODE_LEASES) {
        return `can only access leases in the ${JSON.stringify(NODE_LEASES)} system namespace`;
      }
      return ownProblem(node, object, 'node lease');
    case 'CSINode':
      return ownProblem(node, object, 'CSINode');
    case 'ResourceSlice':
      return sliceProblem(node, request);
    default:
      return undefined;
  }
}

function ownProblem(node: string, { metadata }: KubeObject, what: string): string | undefined {
  return metadata.name === node ? undefined : `can only access ${what} with the same name as the requesting node`;
}

function sliceProblem(node: string, { operation, object }: AdmissionRequest): string | undefined {
  const { nodeName } = (object.spec ?? {}) as { nodeName?: string };
  if (operation !== 'CREATE' || nodeName === node) return undefined;
  return 'can only create ResourceSlice with the same NodeName as the requesting node';
}

function podProblem(node: string, { operation, object, lookup, subresource }: AdmissionRequest) {
  const quoted = JSON.stringify(node);
  if (subresource !== undefined) {
    return `unexpected pod subresource ${JSON.stringify(subresource)}, only 'status' and 'eviction' are allowed`;
  }
  if (operation !== 'CREATE') {
    return `unexpected operation ${JSON.stringify(operation)}, node ${quoted} can only create and delete mirror pods`;
  }
  const { annotations, ownerReferences = [] } = object.metadata;
  if (annotations?.[MIRROR] === undefined) {
    return `pod does not have ${JSON.stringify(MIRROR)} annotation, node ${quoted} can only create mirror pods`;
  }
  const { nodeName, serviceAccountName } = object.spec as { nodeName?: string; serviceAccountName?: string };
  if (nodeName !== node) return `node ${quoted} can only create pods with spec.nodeName set to itself`;
  const problem = ownerProblem(node, ownerReferences, lookup.node(node));
  if (problem !== undefined) return problem;
  if (serviceAccountName) return `node ${quoted} can not create pods that reference a service account`;
  const { secrets, configMaps, claims } = podReferences(object);
  for (const [names, what] of [
    [secrets, 'secrets'],
    [configMaps, 'configmaps'],
    [claims, 'persistentvolumeclaims'],
  ] as const) {
    if (names.size > 0) return `node ${quoted} can not create pods that reference ${what}`;
  }
  if (projectsTrustBundle(object.spec as PodSpec)) {
    return `node ${quoted} can not create pods that reference clustertrustbundles`;
  }
  if ((object.spec as PodSpec).resourceClaims?.length) {
    return `node ${quoted} can not create pods that reference resourceclaims`;
  }
  return undefined;
}

function projectsTrustBundle({ volumes = [] }: PodSpec): boolean {
  return volumes.some(({ projected }) => projected?.sources?.some(({ clusterTrustBundle }) => clusterTrustBundle));
}

function ownerProblem(node: string, owners: readonly OwnerReference[], stored: KubeObject | undefined) {
  const quoted = JSON.stringify(node);
  const [owner] = owners;
  if (owners.length > 1) return `node ${quoted} can only create pods with a single owner reference set to itself`;
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `node ${quoted} can only create pods with an owner reference set to itself`;
  }
  if (owner.controller !== true) {
    return `node ${quoted} can only create pods with a controller owner reference set to itself`;
  }
  if (owner.blockOwnerDeletion) return `node ${quoted} must not set blockOwnerDeletion on an owner reference`;
  if (!stored) return notFound({ group: '', resource: 'nodes' }, node);
  const { uid } = stored.metadata;
  return owner.uid === uid ? undefined : `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`;
}

function statusProblem(node: string, { object, oldObject }: AdmissionRequest): string | undefined {
  const quoted = JSON.stringify(node);
  if ((oldObject?.spec as { nodeName?: string } | undefined)?.nodeName !== node) {
    return `node ${quoted} can only update pod status for pods with spec.nodeName set to itself`;
  }
  if (!deepEqual(object.metadata.labels ?? {}, oldObject?.metadata.labels ?? {})) {
    return `node ${quoted} cannot update labels through pod status`;
  }
  const [now, before] = [object, oldObject].map(
    (pod) => (pod?.status as PodStatus | undefined)?.resourceClaimStatuses ?? [],
  );
  if (!deepEqual(now, before)) return `node ${quoted} cannot update resource claim statuses`;
  return undefined;
}

function nodeProblem(node: string, { object, oldObject }: AdmissionRequest): string | undefined {
  const { name, labels } = object.metadata;
  const quoted = JSON.stringify(node);
  if (name !== node) return `node ${quoted} is not allowed to modify node ${JSON.stringify(name)}`;
  const changed = forbiddenLabels(changedKeys(labels, oldObject?.metadata.labels)).join(', ');
  if (!oldObject)
    return changed === '' ? undefined : `node ${quoted} is not allowed to set the following labels: ${changed}`;
  const taintsOf = ({ spec }: KubeObject): unknown => (spec as { taints?: unknown } | undefined)?.taints ?? [];
  if (!deepEqual(taintsOf(object), taintsOf(oldObject))) {
    return `node ${quoted} is not allowed to modify taints`;
  }
  // An owner that does not exist would have the collector delete the node (CVE-2025-5187).
  if (!deepEqual(object.metadata.ownerReferences ?? [], oldObject.metadata.ownerReferences ?? [])) {
    return `node ${quoted} is not allowed to modify ownerReferences`;
  }
  return changed === '' ? undefined : `is not allowed to modify labels: ${changed}`;
}

function changedKeys(now: Labels = {}, before: Labels = {}): string[] {
  const keys = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...keys].filter((key) => now[key] !== before[key]);
}

/** Status fields that a kubelet reports of a claim while its volume is resized. */
const REPORTED = ['capacity', 'conditions', 'allocatedResources', 'allocatedResourceStatuses'];

function claimProblem(node: string, { object, oldObject, subresource }: AdmissionRequest): string | undefined {
  if (subresource !== 'status' || !oldObject) return 'may only update PVC status';
  if (deepEqual(withoutReported(object), withoutReported(oldObject))) return undefined;
  return `node ${JSON.stringify(node)} is not allowed to update fields other than status.capacity and status.conditions`;
}

function withoutReported({ status, metadata, ...rest }: KubeObject): unknown {
  const { resourceVersion: _version, managedFields: _owners, ...kept } = metadata;
  const others = Object.entries((status ?? {}) as object).filter(([field]) => !REPORTED.includes(field));
  return { ...rest, metadata: kept, status: Object.fromEntries(others) };
}
