import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import { subdomainWithUnderscoreErrors } from '../../names/qualified-name';
import type { PodSpec } from '../../objects';
import { oneOf } from '../closed-set';
import { validateId, validateSeccompProfile } from './container-settings';

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

/** A security context with what later versions of Kubernetes added. */
type SecurityContext = core.PodSecurityContext & { readonly supplementalGroupsPolicy?: string };

/** What is wrong with the settings that all containers of a pod share: DNS, operating system, security. */
export function validatePodSettings(spec: PodSpec, field: string): FieldError[] {
  const errors = validateDnsConfig(spec, `${field}.dnsConfig`);
  if (spec.os && !spec.os.name) errors.push(requiredField(`${field}.os.name`, 'cannot be empty'));
  else if (spec.os) errors.push(...oneOf(spec.os.name, OS_NAMES, `${field}.os`));
  const security = spec.securityContext as SecurityContext | undefined;
  if (!security) return errors;
  const path = `${field}.securityContext`;
  return [...errors, ...validateSecurity(security, spec, path)];
}

/** As `validatePodSpecSecurityContext`, without what is checked for all systems elsewhere. */
function validateSecurity(security: SecurityContext, spec: PodSpec, path: string): FieldError[] {
  const { hostPID, shareProcessNamespace } = spec as { hostPID?: boolean; shareProcessNamespace?: boolean };
  const errors = [
    ...validateId(security.fsGroup, `${path}.fsGroup`),
    ...validateId(security.runAsUser, `${path}.runAsUser`),
    ...validateId(security.runAsGroup, `${path}.runAsGroup`),
    ...(security.supplementalGroups ?? []).flatMap((id, i) => validateId(id, `${path}.supplementalGroups[${i}]`)),
  ];
  if (shareProcessNamespace && hostPID) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalidField(`${path}.shareProcessNamespace`, true, detail));
  }
  return [
    ...errors,
    ...oneOf(security.fsGroupChangePolicy, FS_GROUP_CHANGE_POLICIES, `${path}.fsGroupChangePolicy`),
    ...validateSeccompProfile(security.seccompProfile, `${path}.seccompProfile`),
    ...oneOf(security.supplementalGroupsPolicy, SUPPLEMENTAL_GROUPS_POLICIES, `${path}.supplementalGroupsPolicy`),
  ];
}

/** What is wrong with a path of the host, of a pod or of a persistent volume (`validateHostPathVolumeSource`). */
export function validateHostPath(source: core.HostPathVolumeSource, field: string): FieldError[] {
  if (!source.path) return [requiredField(`${field}.path`)];
  const errors = source.path.split('/').includes('..')
    ? [invalidField(`${field}.path`, source.path, "must not contain '..'")]
    : [];
  return [...errors, ...oneOf(source.type, HOST_PATH_TYPES, `${field}.type`)];
}

/** As `validatePodDNSConfig`, with `RelaxedDNSSearchValidation` as it is in 1.34. */
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
  searches.forEach((search, i) => {
    const path = `${field}.searches[${i}]`;
    // A dot alone stands for no search, and one at the end is fine.
    if (search === '.') return;
    const domain = search.replace(/\.$/, '');
    for (const text of subdomainWithUnderscoreErrors(domain)) errors.push(invalidField(path, domain, text));
  });
  options.forEach(({ name }, i) => {
    if (!name) errors.push(requiredField(`${field}.options[${i}]`, 'must not be empty'));
  });
  return errors;
}

/** Of `emptyDir` upstream judges the size alone: any medium is accepted. */
export function validateEmptyDir({ sizeLimit }: core.EmptyDirVolumeSource, field: string): FieldError[] {
  const isNegative = sizeLimit !== undefined && String(sizeLimit).startsWith('-');
  return isNegative ? [forbiddenField(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')] : [];
}
