import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { isIpAddress, NO_IP_ADDRESS } from '../names/ip-address';
import type { PodSpec } from '../objects';
import { validateSeccompProfile } from './container-settings';

const OS_NAMES = ['linux', 'windows'] as const;
const FS_GROUP_CHANGE_POLICIES = ['Always', 'OnRootMismatch'] as const;
const SUPPLEMENTAL_GROUPS_POLICIES = ['Merge', 'Strict'] as const;
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
const MAX_NAMESERVERS = 3;
const MAX_SEARCH_PATHS = 32;
const MAX_SEARCH_CHARACTERS = 2048;

/** What is wrong with the settings that all containers of a pod share: DNS, operating system, security. */
export function validatePodSettings(spec: PodSpec, field: string): FieldError[] {
  const errors = validateDnsConfig(spec, `${field}.dnsConfig`);
  if (spec.os && !spec.os.name) errors.push(requiredField(`${field}.os.name`, 'cannot be empty'));
  else if (spec.os) errors.push(...oneOf(spec.os.name, OS_NAMES, `${field}.os`));
  const security = spec.securityContext as
    (core.PodSecurityContext & { readonly supplementalGroupsPolicy?: string }) | undefined;
  if (!security) return errors;
  const path = `${field}.securityContext`;
  const { fsGroupChangePolicy, supplementalGroupsPolicy } = security;
  errors.push(
    ...oneOf(fsGroupChangePolicy, FS_GROUP_CHANGE_POLICIES, `${path}.fsGroupChangePolicy`),
    ...oneOf(supplementalGroupsPolicy, SUPPLEMENTAL_GROUPS_POLICIES, `${path}.supplementalGroupsPolicy`),
    ...validateSeccompProfile(security.seccompProfile, `${path}.seccompProfile`),
  );
  return errors;
}

/** What is wrong with a path of the host, of a pod or of a persistent volume (`validateHostPathVolumeSource`). */
export function validateHostPath(source: core.HostPathVolumeSource, field: string): FieldError[] {
  if (!source.path) return [requiredField(`${field}.path`)];
  const errors = source.path.split('/').includes('..')
    ? [invalidField(`${field}.path`, source.path, "must not contain '..'")]
    : [];
  return [...errors, ...oneOf(source.type, HOST_PATH_TYPES, `${field}.type`)];
}

/** As `validatePodDNSConfig`. */
function validateDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, field: string): FieldError[] {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [requiredField(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [requiredField(`${field}.nameservers`, detail)];
    }
  }
  const errors: FieldError[] = [];
  if (nameservers.length > MAX_NAMESERVERS) {
    const detail = `must not have more than ${MAX_NAMESERVERS} nameservers`;
    errors.push(invalidField(`${field}.nameservers`, nameservers, detail));
  }
  nameservers.forEach((address, i) => {
    if (!isIpAddress(address)) errors.push(invalidField(`${field}.nameservers[${i}]`, address, NO_IP_ADDRESS));
  });
  if (searches.length > MAX_SEARCH_PATHS) {
    const detail = `must not have more than ${MAX_SEARCH_PATHS} search paths`;
    errors.push(invalidField(`${field}.searches`, searches, detail));
  }
  if (searches.join(' ').length > MAX_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    errors.push(invalidField(`${field}.searches`, searches, detail));
  }
  options.forEach(({ name }, i) => {
    if (!name) errors.push(requiredField(`${field}.options[${i}]`, 'must not be empty'));
  });
  return errors;
}

/** No error for what is not given. */
function oneOf(value: string | undefined, supported: readonly string[], field: string): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [unsupportedField(field, value, supported)];
}

/** Of `emptyDir` upstream judges the size alone: any medium is accepted. */
export function validateEmptyDir({ sizeLimit }: core.EmptyDirVolumeSource, field: string): FieldError[] {
  const isNegative = sizeLimit !== undefined && String(sizeLimit).startsWith('-');
  return isNegative ? [forbiddenField(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')] : [];
}
