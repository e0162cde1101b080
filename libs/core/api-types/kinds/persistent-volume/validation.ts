import { deepEqual } from '../../equality';
import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';
import type { KubeObject, PersistentVolume } from '../../objects';
import { accessModeErrors, validatePositiveStorage, validateVolumeMode } from '../../validation/claim-spec';
import { oneOf } from '../../validation/closed-set';
import { driverNameErrors } from '../../validation/csi-driver-name';
import { backstepErrors } from '../../validation/paths';
import { nodeSelectorErrors } from '../../validation/pod-spec/affinity';
import {
  allOf,
  COMMON_SOURCE_RULES,
  REPORTED_FIELDS,
  requireParts,
  requireReference,
  textOf,
  validateIscsi,
  type Source,
  type SourceRule,
} from '../../validation/volume-sources';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'] as const;
const CSI_SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;
const MAX_PORTAL_LENGTH = 64;

const validateGlusterfs: SourceRule = (source, field) => {
  const errors = COMMON_SOURCE_RULES['glusterfs']!(source, field);
  const namespace = source['endpointsNamespace'];
  if (typeof namespace !== 'string') return errors;
  const path = `${field}.endpointsNamespace`;
  const texts =
    namespace === ''
      ? ['if the endpointnamespace is set, it must be a valid namespace name']
      : dnsLabelErrors(namespace);
  return [...errors, ...texts.map((text) => invalidField(path, namespace, text))];
};

const validateAzureFile: SourceRule = (source, field) => [
  ...COMMON_SOURCE_RULES['azureFile']!(source, field),
  ...(source['secretNamespace'] === '' ? [requiredField(`${field}.secretNamespace`)] : []),
];

const validateLocal: SourceRule = (source, field) => {
  const path = textOf(source, 'path');
  return path === '' ? [requiredField(`${field}.path`)] : backstepErrors(path, `${field}.path`);
};

const validateCsi: SourceRule = (source, field) => [
  ...driverNameErrors(textOf(source, 'driver'), `${field}.driver`),
  ...requireParts('volumeHandle')(source, field),
  ...CSI_SECRETS.flatMap((name) => {
    const secret = source[name] as Source | undefined;
    return secret ? secretErrors(secret, `${field}.${name}`) : [];
  }),
];

/** As `validatePVSecretReference`. */
function secretErrors(secret: Source, field: string): FieldError[] {
  const [name, namespace] = [textOf(secret, 'name'), textOf(secret, 'namespace')];
  const nameTexts = name === '' ? [] : subdomainErrors(name);
  const namespaceTexts = namespace === '' ? [] : dnsLabelErrors(namespace);
  return [
    ...(name === '' ? [requiredField(`${field}.name`)] : []),
    ...nameTexts.map((text) => invalidField(`${field}.name`, name, text)),
    ...(namespace === '' ? [requiredField(`${field}.namespace`)] : []),
    ...namespaceTexts.map((text) => invalidField(`${field}.namespace`, namespace, text)),
  ];
}

/** Sources and their rules, in the order in which upstream looks for them. */
const RULES: Readonly<Record<string, SourceRule>> = {
  hostPath: COMMON_SOURCE_RULES['hostPath']!,
  gcePersistentDisk: COMMON_SOURCE_RULES['gcePersistentDisk']!,
  awsElasticBlockStore: COMMON_SOURCE_RULES['awsElasticBlockStore']!,
  glusterfs: validateGlusterfs,
  flocker: COMMON_SOURCE_RULES['flocker']!,
  nfs: COMMON_SOURCE_RULES['nfs']!,
  rbd: COMMON_SOURCE_RULES['rbd']!,
  quobyte: COMMON_SOURCE_RULES['quobyte']!,
  cephfs: COMMON_SOURCE_RULES['cephfs']!,
  iscsi: (source, field) => validateIscsi(source, field, false),
  cinder: allOf(requireParts('volumeID'), requireReference('secretRef', 'name', 'namespace')),
  fc: COMMON_SOURCE_RULES['fc']!,
  flexVolume: COMMON_SOURCE_RULES['flexVolume']!,
  azureFile: validateAzureFile,
  vsphereVolume: COMMON_SOURCE_RULES['vsphereVolume']!,
  photonPersistentDisk: COMMON_SOURCE_RULES['photonPersistentDisk']!,
  portworxVolume: COMMON_SOURCE_RULES['portworxVolume']!,
  azureDisk: COMMON_SOURCE_RULES['azureDisk']!,
  scaleIO: COMMON_SOURCE_RULES['scaleIO']!,
  local: validateLocal,
  storageos: allOf(COMMON_SOURCE_RULES['storageos']!, requireReference('secretRef', 'name', 'namespace')),
  csi: validateCsi,
};

/** Returns the errors of a persistent volume: it holds something, exactly one thing, and says how it may be used. */
export function validatePersistentVolume(object: KubeObject): FieldError[] {
  const spec = ((object as PersistentVolume).spec ?? {}) as Source & NonNullable<PersistentVolume['spec']>;
  const policy = spec.persistentVolumeReclaimPolicy;
  const modes = spec.accessModes;
  return [
    ...(modes?.length ? [] : [requiredField('spec.accessModes')]),
    ...accessModeErrors(modes, 'spec.accessModes'),
    ...validateCapacity(spec.capacity as Readonly<Record<string, string>> | undefined),
    ...(policy ? oneOf(policy, RECLAIM_POLICIES, 'spec.persistentVolumeReclaimPolicy') : []),
    ...validateNodeAffinity(spec.nodeAffinity),
    ...validateSource(spec, object.metadata.name ?? ''),
    ...validateRecycling(spec),
    ...classNameErrors(spec.storageClassName, 'spec.storageClassName'),
    ...validateVolumeMode(spec.volumeMode, 'spec.volumeMode'),
    ...validateAttributesClass(spec),
  ];
}

/**
 * Returns the errors of a changed volume; its source is immutable (`ValidatePersistentVolumeUpdate`, which names some fields
 * without the spec).
 */
export function validatePersistentVolumeUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [(next.spec ?? {}) as Source, (old.spec ?? {}) as Source];
  const errors = validatePersistentVolume(next);
  if (!deepEqual(sourceOf(after, before), sourceOf(before, before))) {
    errors.push(
      forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation'),
    );
  }
  if (after['volumeMode'] !== before['volumeMode']) {
    errors.push(invalidField('volumeMode', after['volumeMode'] ?? null, 'field is immutable'));
  }
  if (before['nodeAffinity'] !== undefined && !deepEqual(after['nodeAffinity'], before['nodeAffinity'])) {
    const detail = 'field is immutable, except for updating from beta label to GA';
    errors.push(invalidField('nodeAffinity', after['nodeAffinity'] ?? null, detail));
  }
  if (before['volumeAttributesClassName'] !== undefined && after['volumeAttributesClassName'] === undefined) {
    const detail = 'update from non-nil value to nil is forbidden';
    errors.push(forbiddenField('spec.volumeAttributesClassName', detail));
  }
  return errors;
}

function validateCapacity(capacity: Readonly<Record<string, string>> | undefined): FieldError[] {
  const entries = Object.entries(capacity ?? {});
  const errors = entries.length === 0 ? [requiredField('spec.capacity')] : [];
  if (entries.length > 1 || capacity?.['storage'] === undefined) {
    errors.push(unsupportedField('spec.capacity', capacity ?? null, ['storage']));
  }
  return [
    ...errors,
    ...entries.flatMap(([name, amount]) => {
      const path = `spec.capacity[${name}]`;
      const isNegative = String(amount).startsWith('-');
      const detail = 'must be a valid resource quantity';
      return [...(isNegative ? [invalidField(path, amount, detail)] : []), ...validatePositiveStorage(amount, path)];
    }),
  ];
}

function validateNodeAffinity(affinity: NonNullable<PersistentVolume['spec']>['nodeAffinity']): FieldError[] {
  if (!affinity) return [];
  const field = 'spec.nodeAffinity.required';
  if (affinity.required) return nodeSelectorErrors(affinity.required, field);
  return [requiredField(field, 'must specify required node constraints')];
}

function validateSource(spec: Source, name: string): FieldError[] {
  const given = Object.keys(RULES).filter((source) => spec[source] !== undefined && spec[source] !== null);
  const [first, ...others] = given;
  if (first === undefined) return [requiredField('spec', 'must specify a volume type')];
  const source = spec[first] as Source;
  const errors = RULES[first]!(source, `spec.${REPORTED_FIELDS[first] ?? first}`);
  if (first === 'iscsi' && source['initiatorName'] !== undefined) {
    const portal = textOf(source, 'targetPortal');
    const detail =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
    if (`${name}:${portal}`.length > MAX_PORTAL_LENGTH) {
      errors.push(invalidField('spec.iscsi.targetportal', portal, detail));
    }
  }
  if (first === 'local' && !spec['nodeAffinity']) {
    errors.push(requiredField('spec.nodeAffinity', 'Local volume requires node affinity'));
  }
  const surplus = others.map((other) =>
    forbiddenField(`spec.${other === 'cephfs' ? 'cephFS' : other}`, 'may not specify more than 1 volume type'),
  );
  return [...errors, ...surplus];
}

/** The root of a host is not wiped. */
function validateRecycling({
  hostPath,
  persistentVolumeReclaimPolicy,
}: NonNullable<PersistentVolume['spec']>): FieldError[] {
  const isRoot = hostPath !== undefined && /^\/(?:\.?\/)*\.?$/.test(hostPath.path ?? '');
  if (!isRoot || persistentVolumeReclaimPolicy !== 'Recycle') return [];
  const detail = "may not be 'recycle' for a hostPath mount of '/'";
  return [forbiddenField('spec.persistentVolumeReclaimPolicy', detail)];
}

function validateAttributesClass(spec: Source): FieldError[] {
  const name = spec['volumeAttributesClassName'] as string | undefined;
  if (name === undefined) return [];
  const field = 'spec.volumeAttributesClassName';
  const errors = name === '' ? [requiredField(field, 'an empty string is disallowed')] : classNameErrors(name, field);
  if (spec['csi']) return errors;
  return [...errors, requiredField('spec.csi', 'has to be specified when using volumeAttributesClassName')];
}

function classNameErrors(name: string | undefined, field: string): FieldError[] {
  return name ? subdomainErrors(name).map((text) => invalidField(field, name, text)) : [];
}

/** A secret for expansion may be added to a CSI volume that had none. */
function sourceOf(spec: Source, before: Source): Source {
  const entries = Object.keys(RULES).flatMap((name) => {
    const source = spec[name] as Source | undefined;
    if (source === undefined) return [];
    if (name !== 'csi' || (before['csi'] as Source | undefined)?.['controllerExpandSecretRef'] !== undefined) {
      return [[name, source] as const];
    }
    const { controllerExpandSecretRef: _added, ...others } = source;
    return [[name, others] as const];
  });
  return Object.fromEntries(entries);
}
