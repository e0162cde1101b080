import { generateName, sharedForShared, tokenSecretName, type PodSpec } from '@orrery/api-types';
import { randomFor } from '@orrery/time';

type Container = PodSpec['containers'][number];
type Volume = NonNullable<PodSpec['volumes']>[number];

interface TokenVolume {
  /** Returns whether a volume of the pod is it already: a pod that was read somewhere and is created again brings it along. */
  readonly is: (volume: Volume) => boolean;
  readonly make: () => Volume;
}

const PROJECTED_PREFIX = 'kube-api-access-';
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** An hour and some seconds, by which kubelets distinguish their own tokens from explicitly requested ones. */
const TOKEN_SECONDS = 3607;
/** Readable by all, written by its owner: 0644. */
const FILE_MODE = 420;

const PROJECTED_SOURCES = [
  { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
];

/**
 * The spec with a token of its service account, the cluster's certificate and the namespace in every container that
 * has nothing at their place (spec api B9). The real server gives each pod a volume name of its own; here the
 * name follows from the spec, so that pods of one template share theirs and a replay gives the same names.
 */
export const withProjectedToken = sharedForShared((spec: PodSpec): PodSpec =>
  withTokenVolume(spec, {
    is: ({ name }) => (name as string | undefined)?.startsWith(PROJECTED_PREFIX) ?? false,
    make: () => ({
      name: generateName(PROJECTED_PREFIX, randomFor(JSON.stringify(spec))),
      projected: { defaultMode: FILE_MODE, sources: PROJECTED_SOURCES },
    }),
  }),
);

/** The same from the account's Secret, as pods had it before Kubernetes 1.21. The account is in the spec already. */
export const withTokenSecret = sharedForShared((spec: PodSpec): PodSpec =>
  withSecret(spec, tokenSecretName(spec.serviceAccountName!)),
);

/** The same from a Secret of another name than an account has at first. */
export function withSecret(spec: PodSpec, secretName: string): PodSpec {
  return withTokenVolume(spec, {
    is: ({ secret }) => secret?.secretName === secretName,
    make: () => ({ name: secretName, secret: { secretName, defaultMode: FILE_MODE } }),
  });
}

function withTokenVolume(spec: PodSpec, { is, make }: TokenVolume): PodSpec {
  const { volumes = [], initContainers = [] } = spec;
  // What is not there is refused by validation, later.
  const containers = (spec.containers as Container[] | undefined) ?? [];
  if ([...containers, ...initContainers].every(hasOwnMount)) return spec;
  const own = volumes.find(is);
  const volume = own ?? make();
  const mounted = (container: Container): Container => (hasOwnMount(container) ? container : mount(container, volume));
  return {
    ...spec,
    volumes: own ? volumes : [...volumes, volume],
    containers: containers.map(mounted),
    ...(spec.initContainers ? { initContainers: initContainers.map(mounted) } : {}),
  };
}

function hasOwnMount({ volumeMounts = [] }: Container): boolean {
  return volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH);
}

function mount(container: Container, { name }: Volume): Container {
  const { volumeMounts = [] } = container;
  return { ...container, volumeMounts: [...volumeMounts, { name, readOnly: true, mountPath: MOUNT_PATH }] };
}
