import { forbidden, sharedForShared, withFields, type KubeObject, type PodSpec } from '@orrery/api-types';
import { isPodWrite, type AdmissionPlugin } from '../admission';

/** How the plugin behaves. */
export interface ServiceAccountSettings {
  /** Mount a projected token in every container, as clusters do. Off by default: tests ask for plain pods. */
  readonly addsTokenVolume: boolean;
  /**
   * Refuse pods whose account is absent: all of them, or those that name another than `default`, which a new namespace
   * gets in a moment. The real server refuses both, and whoever makes a namespace has to wait for its account.
   */
  readonly requiresAccount: 'always' | 'named';
}

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_SECONDS = 3607;

/** Gives new pods the account `default`, checks that the account exists and, if wished, mounts its token. */
export function serviceAccount(settings: ServiceAccountSettings): AdmissionPlugin {
  return (request) => {
    const { object, kind, lookup } = request;
    if (!isPodWrite(request) || request.operation !== 'CREATE' || !object.spec) return object;
    // A mirror pod of a static one exists already; it is only shown.
    if (object.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return object;
    const spec = object.spec as PodSpec;
    const accountName = accountOf(spec);
    const namespace = object.metadata.namespace ?? '';
    const account = lookup.serviceAccount(namespace, accountName);
    if (!account && (settings.requiresAccount === 'always' || accountName !== 'default')) {
      const detail = `error looking up service account ${namespace}/${accountName}: serviceaccount "${accountName}" not found`;
      return forbidden(kind, object.metadata.name, detail);
    }
    const named = withAccount(spec);
    return {
      ...object,
      spec: settings.addsTokenVolume && wantsToken(spec, account) ? withToken(named, object) : named,
    };
  };
}

function accountOf({ serviceAccountName }: PodSpec): string {
  return serviceAccountName || 'default';
}

const withAccount = sharedForShared((spec: PodSpec): PodSpec => {
  const name = accountOf(spec);
  return withFields(spec, { serviceAccountName: name, serviceAccount: name });
});

/** The pod decides, else its account, else yes. */
function wantsToken(spec: PodSpec, account: KubeObject | undefined): boolean {
  if (spec.automountServiceAccountToken !== undefined) return spec.automountServiceAccountToken;
  return account?.['automountServiceAccountToken'] !== false;
}

function withToken(spec: PodSpec, object: KubeObject): PodSpec {
  const volumeName = `kube-api-access-${suffixOf(object.metadata.uid)}`;
  const mount = { name: volumeName, readOnly: true, mountPath: MOUNT_PATH };
  const withMount = (container: PodSpec['containers'][number]): PodSpec['containers'][number] =>
    container.volumeMounts?.some((other) => other.mountPath === MOUNT_PATH)
      ? container
      : { ...container, volumeMounts: [...(container.volumeMounts ?? []), mount] };
  const projected = {
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
  };
  return {
    ...spec,
    volumes: [...(spec.volumes ?? []), { name: volumeName, projected }],
    containers: spec.containers.map(withMount),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(withMount) } : {}),
  };
}

/** Five letters that follow from the pod's uid: the same pod gets the same name in a replay. */
function suffixOf(uid: string): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  let hash = 0;
  for (let at = 0; at < uid.length; at++) hash = (Math.imul(hash, 31) + uid.charCodeAt(at)) >>> 0;
  let suffix = '';
  for (let i = 0; i < 5; i++) {
    suffix += letters[hash % letters.length]!;
    hash = Math.floor(hash / letters.length);
  }
  return suffix;
}
