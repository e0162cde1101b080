import type { KubeObject } from '@orrery/api-types';
import { isMadeByCluster } from './own-objects';

/** The reason why objects of another cluster are left out. */
export const LeftOutReason = {
  NoObject: 'is not an object: it has no apiVersion, kind or name',
  NoSuchKind: 'the cluster has no such kind',
  NotStored: 'is not stored: it is computed from other objects',
  Own: 'made by every cluster itself',
  Program: 'leads to a program in a pod, which does not run here',
  Older: 'given several times: the newest counts',
} as const;

/** ConfigMaps that each cluster publishes, also in new namespaces. */
const PUBLISHED = [
  'kube-root-ca.crt',
  'openshift-service-ca.crt',
  'cluster-info',
  'extension-apiserver-authentication',
];
/** Kinds whose own objects are merged with those of the other cluster: they have what users wrote. */
const MERGED = ['Namespace', 'ServiceAccount'];

/**
 * Returns why an object of a known kind is left out, regardless of its content; undefined if it is not. `existing` is
 * the cluster's own of that name.
 */
export function reasonToLeaveOut(object: KubeObject, existing: KubeObject | undefined): string | undefined {
  const { kind, metadata } = object;
  if (kind === 'ConfigMap' && PUBLISHED.includes(metadata.name)) return LeftOutReason.Own;
  if (existing && !MERGED.includes(kind) && (isMadeByCluster(object) || isOfApiServer(object)))
    return LeftOutReason.Own;
  return callsPod(object) ? LeftOutReason.Program : undefined;
}

/** Returns true for objects that hold the address of the API itself. */
function isOfApiServer({ kind, metadata }: KubeObject): boolean {
  if (kind === 'APIService') return true;
  const isAddress = kind === 'Endpoints' || kind === 'EndpointSlice';
  return isAddress && metadata.namespace === 'default' && metadata.name === 'kubernetes';
}

interface Caller {
  readonly webhooks?: readonly { readonly clientConfig?: { readonly service?: unknown } }[];
  readonly spec?: { readonly service?: unknown };
}

/** Returns whether requests would wait for a service that no program answers for. */
function callsPod(object: KubeObject): boolean {
  const { webhooks = [], spec } = object as Caller;
  if (/^(Validating|Mutating)WebhookConfiguration$/.test(object.kind)) {
    return webhooks.some(({ clientConfig }) => clientConfig?.service !== undefined);
  }
  return object.kind === 'APIService' && spec?.service != null;
}
