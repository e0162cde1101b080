import type { KindInfo } from '../kinds/kind-info';
import type { ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';

interface ServiceSpec {
  type?: string;
  clusterIP?: string;
  clusterIPs?: string[];
  ports?: { nodePort?: number }[];
}

/**
 * Returns an object without the fields that belong to its cluster, so that it can be created elsewhere: the answer of servers
 * before 1.21 to `export=true` (`Store.Export` of `k8s.io/apiserver` at v0.20). An exact export keeps namespace, name and
 * addresses.
 */
export function exported(kind: KindInfo, stored: KubeObject, isExact: boolean, release: ReleaseName): KubeObject {
  const object = structuredClone(stored);
  const {
    uid: _uid,
    resourceVersion: _revision,
    deletionTimestamp: _deleted,
    selfLink: _link,
    ...metadata
  } = object.metadata;
  // What is exported is not a stored object: it has no uid and no revision.
  object.metadata = { ...metadata, creationTimestamp: null } as unknown as KubeObject['metadata'];
  if (!isExact) {
    delete object.metadata.namespace;
    if (object.metadata.generateName) object.metadata.name = '';
  }
  if (kind.hasStatus && !(kind.takesFirstStatus && isExact)) {
    if (kind.firstStatus) object.status = kind.firstStatus();
    else delete object.status;
  }
  kind.prepareForCreate?.(object, release);
  if (kind.kind === 'Service' && kind.group === '' && !isExact) forgetAddresses(object.spec as ServiceSpec);
  return object;
}

function forgetAddresses(spec: ServiceSpec): void {
  if (spec.clusterIP !== 'None') {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (spec.type === 'NodePort') for (const port of spec.ports ?? []) delete port.nodePort;
}
