import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { dnsLabelErrors } from '../names/qualified-name';
import { oneOf } from './closed-set';
import { backstepErrors, descendingPathErrors } from './paths';

/** The fields of a source of volumes, as they were sent. */
export type Source = Readonly<Record<string, unknown>>;
/** Returns the errors of a source at a field. */
export type SourceRule = (source: Source, field: string) => FieldError[];

const MAX_LUN = 255;
const MAX_PARTITION = 255;
const MAX_TENANT_LENGTH = 64;
const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
] as const;
const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite'] as const;
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared'] as const;
const MANAGED_DISK_URI =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_DISK_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
const INITIATORS: readonly (readonly [prefix: string, form: RegExp])[] = [
  ['iqn', /iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
];

/** A text of a source; empty where it is not set. */
export function textOf(source: Source, name: string): string {
  const value = source[name];
  return typeof value === 'string' ? value : '';
}

/** These parts may not be empty. */
export function requireParts(...names: readonly string[]): SourceRule {
  return (source, field) =>
    names.flatMap((name) => {
      const value = source[name];
      const isEmpty = !value || (Array.isArray(value) && value.length === 0);
      return isEmpty ? [requiredField(`${field}.${name}`)] : [];
    });
}

/** All of these rules, in their order. */
export function allOf(...rules: readonly SourceRule[]): SourceRule {
  return (source, field) => rules.flatMap((rule) => rule(source, field));
}

/** A reference to an object has a name, and a namespace where it needs one. */
export function requireReference(name: string, ...parts: readonly string[]): SourceRule {
  return (source, field) => {
    const reference = source[name] as Source | undefined;
    return reference ? requireParts(...parts)(reference, `${field}.${name}`) : [];
  };
}

const validateNfs: SourceRule = (source, field) => {
  const path = textOf(source, 'path');
  const isRight = path.startsWith('/');
  return isRight ? [] : [invalidField(`${field}.path`, path, 'must be an absolute path')];
};

/** Parts of disks that clouds have (`validateGCEPersistentDiskVolumeSource`, `validateAWSElasticBlockStoreVolumeSource`). */
const validatePartition: SourceRule = ({ partition = 0 }, field) =>
  inRange(partition as number, [0, MAX_PARTITION], `${field}.partition`, 'must be between 1 and 255, inclusive');

function inRange(
  value: number,
  [least, most]: readonly [number, number],
  field: string,
  detail = `must be between ${least} and ${most}, inclusive`,
): FieldError[] {
  return value < least || value > most ? [invalidField(field, value, detail)] : [];
}

/** As `validateISCSIVolumeSource`; `forPod` is false for the other wording of `validateISCSIPersistentVolumeSource`. */
export function validateIscsi(source: Source, field: string, forPod = true): FieldError[] {
  const { lun = 0, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const detail = forPod ? 'must be valid format starting with iqn, eui, or naa' : 'must be valid format';
  const errors = requireParts('targetPortal', 'iqn')(source, field);
  const name = textOf(source, 'iqn');
  if (name !== '') errors.push(...initiatorErrors(name, `${field}.iqn`, detail));
  errors.push(...inRange(lun as number, [0, MAX_LUN], `${field}.lun`));
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef) errors.push(requiredField(`${field}.secretRef`));
  if (!forPod) errors.push(...requireReference('secretRef', 'name')(source, field));
  if (typeof initiatorName !== 'string') return errors;
  return [...errors, ...initiatorErrors(initiatorName, `${field}.initiatorname`, detail)];
}

function initiatorErrors(name: string, field: string, unknownDetail: string): FieldError[] {
  const kind = INITIATORS.find(([prefix]) => name.startsWith(prefix));
  if (!kind) return [invalidField(field, name, unknownDetail)];
  return kind[1].test(name) ? [] : [invalidField(field, name, 'must be valid format')];
}

const validateFibreChannel: SourceRule = (source, field) => {
  const {
    targetWWNs = [],
    wwids = [],
    lun,
  } = source as {
    readonly targetWWNs?: readonly string[];
    readonly wwids?: readonly string[];
    readonly lun?: number;
  };
  const names = `${field}.targetWWNs`;
  if (targetWWNs.length === 0) {
    return wwids.length > 0 ? [] : [requiredField(names, 'must specify either targetWWNs or wwids, but not both')];
  }
  const both = 'targetWWNs and wwids can not be specified simultaneously';
  const errors = wwids.length > 0 ? [invalidField(names, targetWWNs, both)] : [];
  if (lun === undefined)
    return [...errors, requiredField(`${field}.lun`, 'lun is required if targetWWNs is specified')];
  return [...errors, ...inRange(lun, [0, MAX_LUN], `${field}.lun`)];
};

const validateQuobyte: SourceRule = (source, field) => {
  const [registry, tenant] = [textOf(source, 'registry'), textOf(source, 'tenant')];
  const detail = 'must be a host:port pair or multiple pairs separated by commas';
  const errors: FieldError[] = [];
  if (registry === '') errors.push(requiredField(`${field}.registry`, detail));
  else if (tenant.length > MAX_TENANT_LENGTH) {
    errors.push(requiredField(`${field}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
  } else {
    const wrong = registry.split(',').filter((pair) => !/^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
    errors.push(...wrong.map(() => invalidField(`${field}.registry`, registry, detail)));
  }
  return [...errors, ...requireParts('volume')(source, field)];
};

const validateFlocker: SourceRule = (source, field) => {
  const [name, uuid] = [textOf(source, 'datasetName'), textOf(source, 'datasetUUID')];
  const errors: FieldError[] = [];
  if (name === '' && uuid === '') {
    errors.push(requiredField(field, 'one of datasetName and datasetUUID is required'));
  }
  if (name !== '' && uuid !== '') {
    errors.push(invalidField(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (name.includes('/')) errors.push(invalidField(`${field}.datasetName`, name, "must not contain '/'"));
  return errors;
};

const validateFlex: SourceRule = (source, field) => {
  const reserved = Object.keys((source['options'] as object | undefined) ?? {}).filter((key) => {
    const domain = `.${key.split('/')[0]!.toLowerCase()}`;
    return domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io');
  });
  return [
    ...requireParts('driver')(source, field),
    ...reserved.map((key) =>
      invalidField(`${field}.options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved'),
    ),
  ];
};

const validateAzureDisk: SourceRule = (source, field) => {
  const { cachingMode, kind } = source as { readonly cachingMode?: string; readonly kind?: string };
  const uri = textOf(source, 'diskURI');
  const errors = requireParts('diskName', 'diskURI')(source, field);
  errors.push(
    ...oneOf(cachingMode, CACHING_MODES, `${field}.cachingMode`),
    ...oneOf(kind, DISK_KINDS, `${field}.kind`),
  );
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', MANAGED_DISK_URI] : ['https://', BLOB_DISK_URI];
  if (kind === undefined || uri.startsWith(start)) return errors;
  return [...errors, unsupportedField(`${field}.diskURI`, uri, [form])];
};

const validateStorageOs: SourceRule = (source, field) => {
  const [volume, namespace] = [textOf(source, 'volumeName'), textOf(source, 'volumeNamespace')];
  const labels: [string, string][] = [
    ['volumeName', volume],
    ['volumeNamespace', namespace],
  ];
  return [
    ...requireParts('volumeName')(source, field),
    ...labels.flatMap(([name, value]) =>
      value === '' ? [] : dnsLabelErrors(value).map((text) => invalidField(`${field}.${name}`, value, text)),
    ),
  ];
};

/** Returns the errors of a path of the host (`validateHostPathVolumeSource`). */
const validateHostPath: SourceRule = (source, field) => {
  const path = textOf(source, 'path');
  if (path === '') return [requiredField(`${field}.path`)];
  const type = source['type'] as string | undefined;
  return [...backstepErrors(path, `${field}.path`), ...oneOf(type, HOST_PATH_TYPES, `${field}.type`)];
};

/** Of `emptyDir` upstream looks at the size alone: any medium is accepted. */
export const validateEmptyDir: SourceRule = ({ sizeLimit }, field) => {
  const isNegative = sizeLimit !== undefined && String(sizeLimit).startsWith('-');
  return isNegative ? [forbiddenField(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')] : [];
};

const validateGitRepo: SourceRule = (source, field) => [
  ...requireParts('repository')(source, field),
  ...descendingPathErrors(textOf(source, 'directory'), `${field}.directory`),
];

/** Rules of the sources that pods and PersistentVolumes have in common, by the name of the field. */
export const COMMON_SOURCE_RULES: Readonly<Record<string, SourceRule>> = {
  hostPath: validateHostPath,
  gitRepo: validateGitRepo,
  gcePersistentDisk: allOf(requireParts('pdName'), validatePartition),
  awsElasticBlockStore: allOf(requireParts('volumeID'), validatePartition),
  nfs: allOf(requireParts('server', 'path'), validateNfs),
  glusterfs: requireParts('endpoints', 'path'),
  flocker: validateFlocker,
  rbd: requireParts('monitors', 'image'),
  cephfs: requireParts('monitors'),
  quobyte: validateQuobyte,
  fc: validateFibreChannel,
  flexVolume: validateFlex,
  azureFile: requireParts('secretName', 'shareName'),
  vsphereVolume: requireParts('volumePath'),
  photonPersistentDisk: requireParts('pdID'),
  portworxVolume: requireParts('volumeID'),
  azureDisk: validateAzureDisk,
  storageos: validateStorageOs,
  scaleIO: requireParts('gateway', 'system', 'volumeName'),
};

/** Fields under which upstream reports what is wrong with a source, where it is not the source's own. */
export const REPORTED_FIELDS: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk' };
