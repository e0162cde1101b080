import type * as core from 'kubernetes-types/core/v1';
import { pullPolicyOf } from './pull-policy';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Fields = Record<string, unknown>;

const SOURCES_WITH_MODE = ['secret', 'configMap', 'downwardAPI', 'projected'] as const;

/** Defaults of the sources of volumes, in pods and in PersistentVolumes. */
const SOURCE_DEFAULTS: Readonly<Record<string, Readonly<Fields>>> = {
  hostPath: { type: '' },
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
};

/** Fills a volume of a pod, in place. */
export function defaultVolume(volume: Mutable<core.Volume>): void {
  // A volume without a source is an empty directory.
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  defaultVolumeSource(volume);
  for (const source of SOURCES_WITH_MODE) {
    const value = volume[source] as { defaultMode?: number } | undefined;
    if (value) value.defaultMode ??= 420;
  }
  volume.downwardAPI?.items?.forEach(defaultFieldRef);
  for (const part of volume.projected?.sources ?? []) {
    part.downwardAPI?.items?.forEach(defaultFieldRef);
    const token = part.serviceAccountToken as Mutable<core.ServiceAccountTokenProjection> | undefined;
    if (token) token.expirationSeconds ??= 3600;
  }
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec as Mutable<core.PersistentVolumeClaimSpec> | undefined;
  if (claim) claim.volumeMode ??= 'Filesystem';
  const image = (volume as { image?: { reference?: string; pullPolicy?: string } }).image;
  if (image) image.pullPolicy ??= pullPolicyOf(image.reference ?? '');
}

/** Fills the sources that volumes of pods and PersistentVolumes have in common, in place. */
export function defaultVolumeSource(volume: object): void {
  const sources = volume as Readonly<Record<string, Fields | undefined>>;
  for (const [name, defaults] of Object.entries(SOURCE_DEFAULTS)) {
    const source = sources[name];
    if (source) for (const [field, value] of Object.entries(defaults)) source[field] ??= value;
  }
}

/** A reference to a field is in the core group's own version unless it says otherwise. */
export function defaultFieldRef(source: { readonly fieldRef?: core.ObjectFieldSelector } | undefined): void {
  const reference = source?.fieldRef as Mutable<core.ObjectFieldSelector> | undefined;
  if (reference) reference.apiVersion ??= 'v1';
}
