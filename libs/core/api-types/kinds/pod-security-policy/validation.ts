import { driverNameErrors } from '../../devices/device-names';
import {
  duplicateField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { profileErrors } from './annotations';
import type { IdRange, PodSecurityPolicySpec, RangedRule } from './pod-security-policy';
import { sysctlOverlaps, sysctlPatternErrors } from './sysctl-patterns';

const ANY = '*';
const VOLUMES =
  '* awsElasticBlockStore azureDisk azureFile cephFS cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume flocker gcePersistentDisk gitRepo glusterfs hostPath iscsi nfs persistentVolumeClaim photonPersistentDisk portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume'.split(
    ' ',
  );
const GROUP_RULES = ['MayRunAs', 'MustRunAs', 'RunAsAny'];

/** Returns the errors of a policy (`pkg/apis/policy/validation` of v1.20). */
export function validatePodSecurityPolicy({ metadata, spec = {} }: KubeObject): FieldError[] {
  const policy = spec as PodSecurityPolicySpec;
  const { runAsUser = {}, supplementalGroups = {}, fsGroup = {}, seLinux = {} } = policy;
  return [
    ...profileErrors(metadata.annotations),
    ...ruleErrors(runAsUser, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'], 'spec.runAsUser'),
    ...(policy.runAsGroup ? groupErrors(policy.runAsGroup, 'spec.runAsGroup') : []),
    ...ruleErrors(seLinux, ['MustRunAs', 'RunAsAny'], 'spec.seLinux'),
    ...ruleErrors(supplementalGroups, GROUP_RULES, 'spec.supplementalGroups'),
    ...ruleErrors(fsGroup, GROUP_RULES, 'spec.fsGroup'),
    ...(policy.volumes ?? [])
      .filter((volume) => !VOLUMES.includes(volume))
      .map((volume) => unsupportedField('spec.volumes', volume, VOLUMES)),
    ...capabilityErrors(policy),
    ...escalationErrors(policy),
    ...(policy.allowedProcMountTypes ?? []).flatMap((type, i) =>
      type === 'Default' || type === 'Unmasked'
        ? []
        : [unsupportedField(`spec.allowedProcMountTypes[${i}]`, type, ['Default', 'Unmasked'])],
    ),
    ...hostPathErrors(policy.allowedHostPaths ?? []),
    ...driverErrors(policy),
    ...sysctlPatternErrors(policy.allowedUnsafeSysctls, 'spec.allowedUnsafeSysctls'),
    ...sysctlPatternErrors(policy.forbiddenSysctls, 'spec.forbiddenSysctls'),
    ...sysctlOverlaps(
      { path: 'spec.allowedUnsafeSysctls', patterns: policy.allowedUnsafeSysctls },
      { path: 'spec.forbiddenSysctls', patterns: policy.forbiddenSysctls },
    ),
    ...runtimeClassErrors(policy.runtimeClass),
  ];
}

function ruleErrors({ rule = '', ranges = [] }: RangedRule, supported: readonly string[], path: string): FieldError[] {
  return [
    ...(supported.includes(rule) ? [] : [unsupportedField(`${path}.rule`, rule, supported)]),
    ...ranges.flatMap((range, i) => rangeErrors(range, `${path}.ranges[${i}]`)),
  ];
}

function groupErrors({ rule = '', ranges = [] }: RangedRule, path: string): FieldError[] {
  if (rule === 'RunAsAny') {
    return ranges.length === 0 ? [] : [invalidField(`${path}.ranges`, ranges, 'Ranges must be empty')];
  }
  if (rule !== 'MustRunAs' && rule !== 'MayRunAs') {
    return [unsupportedField(`${path}.rule`, rule, ['MustRunAs', 'RunAsAny', 'MayRunAs'])];
  }
  if (ranges.length === 0) return [invalidField(`${path}.ranges`, ranges, 'must provide at least one range')];
  return ranges.flatMap((range, i) => rangeErrors(range, `${path}.ranges[${i}]`));
}

function rangeErrors({ min = 0, max = 0 }: IdRange, path: string): FieldError[] {
  return [
    ...(min < 0 ? [invalidField(`${path}.min`, min, 'min cannot be negative')] : []),
    ...(max < 0 ? [invalidField(`${path}.max`, max, 'max cannot be negative')] : []),
    ...(min > max ? [invalidField(`${path}.min`, min, 'min cannot be greater than max')] : []),
  ];
}

/** Upstream leaves `spec` out of these paths. */
function capabilityErrors({
  requiredDropCapabilities: drops = [],
  defaultAddCapabilities: added = [],
  allowedCapabilities: allowed = [],
}: PodSecurityPolicySpec): FieldError[] {
  const against = (capabilities: readonly string[], path: string): FieldError[] =>
    capabilities
      .filter((capability) => drops.includes(capability))
      .map((capability) =>
        invalidField(path, capability, `capability is listed in ${path} and requiredDropCapabilities`),
      );
  const isMoot = drops.length > 0 && allowed.includes(ANY);
  const reason = 'must be empty when all capabilities are allowed by a wildcard';
  return [
    ...(isMoot ? [invalidField('requiredDropCapabilities', drops, reason)] : []),
    ...against(added, 'defaultAddCapabilities'),
    ...against(allowed, 'allowedCapabilities'),
  ];
}

function escalationErrors(policy: PodSecurityPolicySpec): FieldError[] {
  if (!policy.defaultAllowPrivilegeEscalation || policy.allowPrivilegeEscalation) return [];
  const reason =
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true';
  return [invalidField('spec.defaultAllowPrivilegeEscalation', true, reason)];
}

function hostPathErrors(paths: NonNullable<PodSecurityPolicySpec['allowedHostPaths']>): FieldError[] {
  const errors: FieldError[] = [];
  for (const [i, { pathPrefix = '' }] of paths.entries()) {
    const field = `spec.allowedHostPaths[${i}]`;
    // Upstream looks no further than the first one without a path.
    if (pathPrefix === '') return [...errors, requiredField(field, 'is required')];
    if (pathPrefix.split('/').includes('..')) errors.push(invalidField(field, pathPrefix, "must not contain '..'"));
  }
  return errors;
}

function driverErrors({ allowedFlexVolumes = [], allowedCSIDrivers = [] }: PodSecurityPolicySpec): FieldError[] {
  return [
    ...allowedFlexVolumes.flatMap(({ driver }, i) =>
      driver ? [] : [requiredField(`spec.allowedFlexVolumes.allowedFlexVolumes[${i}].driver`, 'must specify a driver')],
    ),
    ...allowedCSIDrivers.flatMap(({ name = '' }, i) =>
      driverNameErrors(name, `spec.allowedCSIDrivers.allowedCSIDriver[${i}].name`),
    ),
  ];
}

function runtimeClassErrors(given: PodSecurityPolicySpec['runtimeClass']): FieldError[] {
  if (!given) return [];
  const { allowedRuntimeClassNames: allowed = [], defaultRuntimeClassName: usual } = given;
  const path = 'spec.runtimeClass.allowedRuntimeClassNames';
  const named = (name: string, field: string): FieldError[] =>
    subdomainErrors(name).map((text) => invalidField(field, name, text));
  const errors = allowed.flatMap((name, i) => [
    ...(name === ANY ? [] : named(name, `${path}[${i}]`)),
    ...(allowed.indexOf(name) < i ? [duplicateField(`${path}[${i}]`, name)] : []),
  ]);
  if (usual !== undefined) {
    errors.push(...named(usual, 'spec.runtimeClass.defaultRuntimeClassName'));
    if (!allowed.includes(usual) && !allowed.includes(ANY)) {
      errors.push(requiredField(path, `default ${JSON.stringify(usual)} must be allowed`));
    }
  }
  if (!allowed.includes(ANY) || allowed.length <= 1) return errors;
  return [...errors, invalidField(path, allowed, "if '*' is present, must not specify other RuntimeClass names")];
}
