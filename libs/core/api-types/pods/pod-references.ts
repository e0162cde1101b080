import type { KubeObject } from '../objects';

/** Names of the objects in a pod's own namespace that its spec needs. */
export interface PodReferences {
  readonly secrets: ReadonlySet<string>;
  readonly configMaps: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
}

interface Named {
  readonly name?: string;
  readonly secretName?: string;
}
interface EnvironmentSource {
  readonly secretRef?: Named;
  readonly configMapRef?: Named;
  readonly valueFrom?: { readonly secretKeyRef?: Named; readonly configMapKeyRef?: Named };
}
interface Container {
  readonly env?: readonly EnvironmentSource[];
  readonly envFrom?: readonly EnvironmentSource[];
}
interface Volume {
  readonly name: string;
  readonly secret?: Named;
  readonly configMap?: Named;
  readonly projected?: { readonly sources?: readonly { readonly secret?: Named; readonly configMap?: Named }[] };
  readonly persistentVolumeClaim?: { readonly claimName?: string };
  readonly ephemeral?: object;
  readonly [driver: string]: unknown;
}
interface Spec {
  readonly imagePullSecrets?: readonly Named[];
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
}

/** Volume drivers whose source names a Secret, and the field that does. */
const SECRET_FIELDS: Readonly<Record<string, string>> = {
  azureFile: 'secretName',
  cephfs: 'secretRef',
  cinder: 'secretRef',
  csi: 'nodePublishSecretRef',
  flexVolume: 'secretRef',
  iscsi: 'secretRef',
  rbd: 'secretRef',
  scaleIO: 'secretRef',
  storageos: 'secretRef',
};

/**
 * Returns the objects of its namespace that a pod needs: for its containers' environment, its volumes and its image pulls
 * (upstream's `VisitPodSecretNames` and `VisitPodConfigmapNames`). The claim of a generic ephemeral volume has the names of pod
 * and volume.
 */
export function podReferences({ metadata, spec }: Pick<KubeObject, 'metadata' | 'spec'>): PodReferences {
  const found: Found = { secrets: new Set(), configMaps: new Set(), claims: new Set() };
  const { imagePullSecrets, containers, initContainers, ephemeralContainers, volumes } = (spec ?? {}) as Spec;
  for (const each of imagePullSecrets ?? []) add(found.secrets, each.name);
  for (const container of [containers, initContainers, ephemeralContainers].flatMap((some) => some ?? [])) {
    addEnvironment(found, container);
  }
  for (const volume of volumes ?? []) addVolume(found, volume, metadata.name);
  return found;
}

type Found = { readonly [part in keyof PodReferences]: Set<string> };

function addEnvironment({ secrets, configMaps }: Found, { env = [], envFrom = [] }: Container): void {
  for (const { secretRef, configMapRef, valueFrom } of [...env, ...envFrom]) {
    add(secrets, secretRef?.name ?? valueFrom?.secretKeyRef?.name);
    add(configMaps, configMapRef?.name ?? valueFrom?.configMapKeyRef?.name);
  }
}

function addVolume({ secrets, configMaps, claims }: Found, volume: Volume, pod: string): void {
  add(claims, volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral && `${pod}-${volume.name}`));
  add(secrets, volume.secret?.secretName);
  add(configMaps, volume.configMap?.name);
  for (const { secret, configMap } of volume.projected?.sources ?? []) {
    add(secrets, secret?.name);
    add(configMaps, configMap?.name);
  }
  for (const [driver, field] of Object.entries(SECRET_FIELDS)) {
    const named = (volume[driver] as Readonly<Record<string, unknown>> | undefined)?.[field];
    add(secrets, typeof named === 'string' ? named : (named as Named | undefined)?.name);
  }
}

function add(names: Set<string>, name: string | undefined): void {
  if (name) names.add(name);
}
