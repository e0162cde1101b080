import { compareQuantities, tryParseQuantity, ZERO_QUANTITY } from '@orrery/quantity';
import type { HostPathVolumeSource } from 'kubernetes-types/core/v1';
import { deepEqual } from '../../equality';
import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject, PersistentVolume } from '../../objects';
import { volumeClassName } from '../../volumes/volume-constants';
import { validateHostPath } from '../../validation/pod-spec/pod-settings';

/** How a volume may be mounted. */
export const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] as const;
/** A raw device, or a file system on it. */
export const VOLUME_MODES = ['Block', 'Filesystem'] as const;
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'] as const;
/** In the order in which they are looked for. */
const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const;
/** What a source cannot do without. */
const REQUIRED_OF_SOURCE: Readonly<Record<string, readonly string[]>> = {
  gcePersistentDisk: ['pdName'],
  awsElasticBlockStore: ['volumeID'],
  nfs: ['server', 'path'],
  rbd: ['image'],
  iscsi: ['targetPortal', 'iqn'],
  cinder: ['volumeID'],
  azureDisk: ['diskName', 'diskURI'],
  local: ['path'],
  csi: ['driver', 'volumeHandle'],
};

type Spec = Readonly<Record<string, unknown>>;

/** What is wrong with a persistent volume: it holds something, exactly one thing, and says how it may be used. */
export function validatePersistentVolume(object: KubeObject): FieldError[] {
  const volume = object as PersistentVolume;
  const spec = volume.spec ?? {};
  const errors = validateAccessModes(spec.accessModes, 'spec.accessModes');
  errors.push(...validateCapacity(spec.capacity as Record<string, string> | undefined));
  const policy = spec.persistentVolumeReclaimPolicy ?? '';
  if (policy !== '' && !(RECLAIM_POLICIES as readonly string[]).includes(policy)) {
    errors.push(unsupportedField('spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES));
  }
  errors.push(...validateSource(spec as Spec));
  if (spec.nodeAffinity && !spec.nodeAffinity.required) {
    errors.push(requiredField('spec.nodeAffinity.required', 'must specify required node constraints'));
  }
  if (spec.nodeAffinity?.required && (spec.nodeAffinity.required.nodeSelectorTerms ?? []).length === 0) {
    errors.push(
      requiredField('spec.nodeAffinity.required.nodeSelectorTerms', 'must have at least one node selector term'),
    );
  }
  errors.push(...validateVolumeMode(spec.volumeMode, 'spec.volumeMode'));
  const className = volumeClassName(volume);
  if (className !== '') {
    errors.push(...subdomainErrors(className).map((text) => invalidField('spec.storageClassName', className, text)));
  }
  return errors;
}

/** What a volume is made of stays. */
export function validatePersistentVolumeUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [(next.spec ?? {}) as Spec, (old.spec ?? {}) as Spec];
  const errors: FieldError[] = [];
  if (!deepEqual(sourceOf(after), sourceOf(before))) {
    errors.push(
      forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'),
    );
  }
  if (after['volumeMode'] !== before['volumeMode']) {
    errors.push(invalidField('spec.volumeMode', after['volumeMode'] ?? null, 'field is immutable'));
  }
  if (before['nodeAffinity'] !== undefined && !deepEqual(after['nodeAffinity'], before['nodeAffinity'])) {
    const detail = 'field is immutable, except for updating from beta label to GA';
    errors.push(invalidField('spec.nodeAffinity', after['nodeAffinity'] ?? null, detail));
  }
  return errors;
}

/** Access modes of volumes and claims. */
export function validateAccessModes(modes: readonly string[] | undefined, field: string, detail = ''): FieldError[] {
  if (!modes || modes.length === 0) return [requiredField(field, detail)];
  const errors = modes
    .filter((mode) => !(ACCESS_MODES as readonly string[]).includes(mode))
    .map((mode) => unsupportedField(field, mode, ACCESS_MODES));
  if (modes.includes('ReadWriteOncePod') && new Set(modes).size > 1) {
    errors.push(forbiddenField(field, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

/** The mode of a volume or claim; none is the default. */
export function validateVolumeMode(mode: string | undefined, field: string): FieldError[] {
  const isKnown = mode === undefined || (VOLUME_MODES as readonly string[]).includes(mode);
  return isKnown ? [] : [unsupportedField(field, mode, VOLUME_MODES)];
}

/** An amount of storage must be more than nothing. */
export function validatePositiveStorage(text: string, field: string): FieldError[] {
  const verdict = tryParseQuantity(String(text));
  if (verdict.ok && compareQuantities(verdict.quantity, ZERO_QUANTITY) > 0) return [];
  return [invalidField(field, text, 'must be greater than zero')];
}

function validateCapacity(capacity: Readonly<Record<string, string>> | undefined): FieldError[] {
  const entries = Object.entries(capacity ?? {});
  if (entries.length === 0) return [requiredField('spec.capacity')];
  const errors = entries.flatMap(([resource, amount]) => validatePositiveStorage(amount, `spec.capacity[${resource}]`));
  if (entries.length > 1 || capacity?.['storage'] === undefined) {
    errors.unshift(unsupportedField('spec.capacity', capacity, ['storage']));
  }
  return errors;
}

function validateSource(spec: Spec): FieldError[] {
  const given = SOURCES.filter((source) => spec[source] !== undefined);
  const [first, ...others] = given;
  if (!first) return [requiredField('spec', 'must specify a volume type')];
  const errors = others.map((source) => forbiddenField(`spec.${source}`, 'may not specify more than 1 volume type'));
  const source = spec[first] as Readonly<Record<string, unknown>>;
  for (const part of REQUIRED_OF_SOURCE[first] ?? []) {
    if (!source[part]) errors.push(requiredField(`spec.${first}.${part}`));
  }
  if (first === 'hostPath')
    // Validation looks at each field of the source.
    errors.push(...validateHostPath(source as unknown as HostPathVolumeSource, 'spec.hostPath'));
  if (first === 'local' && !spec['nodeAffinity']) {
    errors.push(requiredField('spec.nodeAffinity', 'Local volume requires node affinity'));
  }
  return errors;
}

function sourceOf(spec: Spec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SOURCES.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]]])));
}
