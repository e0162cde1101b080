import { createHash } from 'node:crypto';
import { groupOf, isAfter, isUpTo, type KindInfo, type ReleaseName, versionOf } from '@orrery/api-types';

/** The versions in which 1.20 stores kinds that it serves in a later one too (`storageVersionHash` of its kube-apiserver). */
const IN_1_20: Readonly<Record<string, string>> = {
  'certificatesigningrequests.certificates.k8s.io': 'v1beta1',
  'cronjobs.batch': 'v1beta1',
  'csidrivers.storage.k8s.io': 'v1beta1',
  'endpointslices.discovery.k8s.io': 'v1beta1',
  'flowschemas.flowcontrol.apiserver.k8s.io': 'v1beta1',
  'horizontalpodautoscalers.autoscaling': 'v1',
  'ingressclasses.networking.k8s.io': 'v1beta1',
  'ingresses.networking.k8s.io': 'v1beta1',
  'leases.coordination.k8s.io': 'v1beta1',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': 'v1beta1',
  'poddisruptionbudgets.policy': 'v1beta1',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': 'v1beta1',
  'runtimeclasses.node.k8s.io': 'v1beta1',
  'validatingwebhookconfigurations.admissionregistration.k8s.io': 'v1beta1',
};
/** Their servers say the version of the list itself. */
const BY_LIST: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

const hashes = new Map<string, string>();

/**
 * Returns the hash that clients compare to notice that objects are stored in another version (`StorageVersionHash`
 * upstream): by release and, for some kinds, by the group version whose list is asked for. Undefined for kinds that are
 * not stored, and before 1.14.
 */
export function storageVersionHash(kind: KindInfo, groupVersion: string, release: ReleaseName): string | undefined {
  if (isUpTo(release, '1.11') || !isStored(kind)) return undefined;
  const { storageApiVersion } = kind;
  const text = `${groupOf(storageApiVersion)}/${versionIn(kind, groupVersion, release)}/${kind.kind}`;
  if (kind.isCustom) return hashOf(text);
  let hash = hashes.get(text);
  if (hash === undefined) hashes.set(text, (hash = hashOf(text)));
  return hash;
}

/** Returns whether objects of the kind are kept: reviews are answered alone, and the server makes others up when they are read. */
function isStored({ verbs }: KindInfo): boolean {
  return verbs.includes('get') && verbs.includes('create');
}

function versionIn({ resource, group, storageApiVersion }: KindInfo, list: string, release: ReleaseName): string {
  if (isAfter(release, '1.20')) return versionOf(storageApiVersion);
  if (BY_LIST.has(group)) return versionOf(list);
  return IN_1_20[`${resource}.${group}`] ?? versionOf(storageApiVersion);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}
