import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';
import { validateClaimSpec } from '../claim-spec';
import { oneOf } from '../closed-set';
import { driverNameErrors } from '../csi-driver-name';
import { validateTemplateMetadata } from '../metadata';
import { fileModeErrors } from '../paths';
import {
  allOf,
  COMMON_SOURCE_RULES,
  REPORTED_FIELDS,
  requireParts,
  requireReference,
  textOf,
  validateEmptyDir,
  validateIscsi,
  type Source,
  type SourceRule,
} from '../volume-sources';
import { downwardFileErrors, keyToPathErrors, validateProjected } from './projected-volumes';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;
const MAX_PORTAL_LENGTH = 64;

/** A volume that holds data of a ConfigMap or Secret. */
function dataRule(nameField: string): SourceRule {
  return (source, field) => [
    ...requireParts(nameField)(source, field),
    ...fileModeErrors(source['defaultMode'] as number | undefined, `${field}.defaultMode`),
    ...((source['items'] ?? []) as readonly core.KeyToPath[]).flatMap((item, index) =>
      keyToPathErrors(item, `${field}.items[${index}]`),
    ),
  ];
}

const validateDownward: SourceRule = (source, field) => [
  ...fileModeErrors(source['defaultMode'] as number | undefined, `${field}.defaultMode`),
  // Upstream names the volume, not the file in it.
  ...((source['items'] ?? []) as readonly core.DownwardAPIVolumeFile[]).flatMap((file) =>
    downwardFileErrors(file, field),
  ),
];

const validateCsi: SourceRule = (source, field) => {
  const errors = driverNameErrors(textOf(source, 'driver'), `${field}.driver`);
  const secret = source['nodePublishSecretRef'] as { readonly name?: string } | undefined;
  if (!secret) return errors;
  if (!secret.name) return [...errors, requiredField(`${field}.nodePublishSecretRef.name`)];
  const texts = subdomainErrors(secret.name);
  return [...errors, ...texts.map((text) => invalidField(`${field}.name`, secret.name, text))];
};

const validateEphemeral: SourceRule = (source, field) => {
  const template = source['volumeClaimTemplate'] as core.PersistentVolumeClaimTemplate | undefined;
  const path = `${field}.volumeClaimTemplate`;
  if (!template) return [requiredField(path)];
  // Both libraries describe the same metadata.
  return [
    ...validateTemplateMetadata(template.metadata as never, `${path}.metadata`),
    ...validateClaimSpec(template.spec ?? {}, `${path}.spec`),
  ];
};

const validateImage: SourceRule = (source, field) =>
  oneOf(source['pullPolicy'] as string | undefined, PULL_POLICIES, `${field}.pullPolicy`);

/** Sources of a pod's volumes and their rules, in the order in which upstream looks for them. */
const RULES: Readonly<Record<string, SourceRule>> = {
  emptyDir: validateEmptyDir,
  hostPath: COMMON_SOURCE_RULES['hostPath']!,
  gitRepo: COMMON_SOURCE_RULES['gitRepo']!,
  gcePersistentDisk: COMMON_SOURCE_RULES['gcePersistentDisk']!,
  awsElasticBlockStore: COMMON_SOURCE_RULES['awsElasticBlockStore']!,
  secret: dataRule('secretName'),
  nfs: COMMON_SOURCE_RULES['nfs']!,
  iscsi: validateIscsi,
  glusterfs: COMMON_SOURCE_RULES['glusterfs']!,
  flocker: COMMON_SOURCE_RULES['flocker']!,
  persistentVolumeClaim: requireParts('claimName'),
  rbd: COMMON_SOURCE_RULES['rbd']!,
  cinder: allOf(requireParts('volumeID'), requireReference('secretRef', 'name')),
  cephfs: COMMON_SOURCE_RULES['cephfs']!,
  quobyte: COMMON_SOURCE_RULES['quobyte']!,
  downwardAPI: validateDownward,
  fc: COMMON_SOURCE_RULES['fc']!,
  flexVolume: COMMON_SOURCE_RULES['flexVolume']!,
  configMap: dataRule('name'),
  azureFile: COMMON_SOURCE_RULES['azureFile']!,
  vsphereVolume: COMMON_SOURCE_RULES['vsphereVolume']!,
  photonPersistentDisk: COMMON_SOURCE_RULES['photonPersistentDisk']!,
  portworxVolume: COMMON_SOURCE_RULES['portworxVolume']!,
  azureDisk: COMMON_SOURCE_RULES['azureDisk']!,
  storageos: allOf(COMMON_SOURCE_RULES['storageos']!, requireReference('secretRef', 'name')),
  projected: validateProjected as SourceRule,
  scaleIO: COMMON_SOURCE_RULES['scaleIO']!,
  csi: validateCsi,
  ephemeral: validateEphemeral,
  image: validateImage,
};
/** Words of upstream where it forbids a second source, which are not the field's. */
const FORBIDDEN_FIELDS: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Returns the errors of a pod's volumes (`ValidateVolumes`). */
export function validateVolumes(volumes: readonly core.Volume[] | undefined, field: string): FieldError[] {
  const names = new Set<string>();
  return (volumes ?? []).flatMap((volume, index) => {
    const path = `${field}[${index}]`;
    // A volume is looked at by the names of its sources.
    const errors = validateSource(volume as unknown as Source, path);
    const { name } = volume;
    if (!name) errors.push(requiredField(`${path}.name`));
    else {
      errors.push(...dnsLabelErrors(name).map((text) => invalidField(`${path}.name`, name, text)));
      if (names.has(name)) errors.push(duplicateField(`${path}.name`, name));
      names.add(name);
    }
    return errors;
  });
}

/** As `validateVolumeSource`. */
function validateSource(volume: Source, path: string): FieldError[] {
  const errors: FieldError[] = [];
  let count = 0;
  for (const [name, rule] of Object.entries(RULES)) {
    const source = volume[name] as Source | undefined;
    if (!source) continue;
    if (count > 0) {
      errors.push(
        forbiddenField(`${path}.${FORBIDDEN_FIELDS[name] ?? name}`, 'may not specify more than 1 volume type'),
      );
    } else {
      errors.push(...rule(source, `${path}.${REPORTED_FIELDS[name] ?? name}`));
      count++;
    }
    if (name === 'iscsi') errors.push(...portalLengthErrors(textOf(volume, 'name'), source, `${path}.name`));
  }
  return count === 0 ? [...errors, requiredField(path, 'must specify a volume type')] : errors;
}

function portalLengthErrors(volumeName: string, source: Source, field: string): FieldError[] {
  const isLong = `${volumeName}:${textOf(source, 'targetPortal')}`.length > MAX_PORTAL_LENGTH;
  if (source['initiatorName'] === undefined || !isLong) return [];
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalidField(field, volumeName, detail)];
}

/** Names of the claims that are made for a pod (`validateVolumeSource`, of real pods). */
export function madeVolumeClaimErrors(
  podName: string,
  volumes: readonly core.Volume[] | undefined,
  field: string,
): FieldError[] {
  return (volumes ?? []).flatMap(({ name, ephemeral }, index) => {
    if (!ephemeral || !podName || !name) return [];
    const claim = `${podName}-${name}`;
    return subdomainErrors(claim).map((text) =>
      invalidField(`${field}[${index}].name`, name, `PVC name ${JSON.stringify(claim)}: ${text}`),
    );
  });
}
