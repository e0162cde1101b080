import type { ServiceSpec } from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { addressFamily, isIpAddress, NO_CIDR, NO_IP_ADDRESS, parseCidr } from '../../names/ip-address';
import type { KubeObject } from '../../objects';
import { oneOf } from '../../validation/closed-set';
import { validateReachable } from '../../validation/endpoint-addresses';

const IP_FAMILIES = ['IPv4', 'IPv6'] as const;
const IP_FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'] as const;
const SOURCE_RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const HEADLESS = 'None';

/** Returns the errors of the addresses inside the cluster (`ValidateServiceClusterIPsRelatedFields`): none yet, or `None`. */
export function validateClusterAddresses(spec: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { ipFamilies = [] } = spec;
  const field = 'spec.clusterIPs';
  const addresses = clusterAddresses(spec);
  const errors = validateIpFamilies(spec);
  const wrong = addresses.flatMap((ip, i) => (ip === HEADLESS && i === 0 ? [] : addressErrors(ip, `${field}[${i}]`)));
  if (addresses[0] === HEADLESS && addresses.length > 1) {
    wrong.unshift(invalidField(field, addresses, "'None' must be the first and only value"));
  }
  errors.push(...wrong);
  if (addresses.length > 2) errors.push(invalidField(field, addresses, 'may only hold up to 2 values'));
  if (wrong.length > 0) return errors;
  const families = addresses.map(addressFamily);
  if (addresses.length > 1 && new Set(families).size < 2) {
    errors.push(invalidField(field, addresses, 'may specify no more than one IP for each IP family'));
  }
  if (addresses[0] === HEADLESS) return errors;
  addresses.forEach((ip, i) => {
    const wanted = ipFamilies[i];
    if ((wanted !== 'IPv4' && wanted !== 'IPv6') || families[i] === wanted) return;
    errors.push(invalidField(`${field}[${i}]`, ip, `expected an ${wanted} value as indicated by \`ipFamilies[${i}]\``));
  });
  return errors;
}

/** Returns the errors of the families that a Service asks for, in a cluster that has IPv4 (`initIPFamilyFields`). */
export function validateFamilies(spec: ServiceSpec): FieldError[] {
  const { ipFamilies = [], ipFamilyPolicy, selector } = spec;
  // Headless services without a selector have whatever their endpoints have.
  if (clusterAddresses(spec)[0] === HEADLESS && Object.keys(selector ?? {}).length === 0) return [];
  const errors =
    ipFamilyPolicy === 'RequireDualStack'
      ? [invalidField('spec.ipFamilyPolicy', ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : [];
  ipFamilies.forEach((family, i) => {
    if (family !== 'IPv4') errors.push(invalidField(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster'));
  });
  return errors;
}

/** Returns the errors of addresses outside the cluster. */
export function validateExternalIps({ externalIPs = [] }: ServiceSpec): FieldError[] {
  return externalIPs.flatMap((ip, i) => {
    const errors = addressErrors(ip, `spec.externalIPs[${i}]`);
    return errors.length > 0 ? errors : validateReachable(ip, `spec.externalIPs[${i}]`);
  });
}

/** Returns the errors of who may reach the load balancer; upstream's path of the list has this spelling. */
export function validateSourceRanges({ metadata, spec = {} }: KubeObject): FieldError[] {
  const { loadBalancerSourceRanges: ranges = [], type } = spec as ServiceSpec;
  const annotation = metadata.annotations?.[SOURCE_RANGES_ANNOTATION];
  const field =
    ranges.length > 0 ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${SOURCE_RANGES_ANNOTATION}]`;
  if (ranges.length === 0 && annotation === undefined) return [];
  const errors =
    type === 'LoadBalancer' ? [] : [forbiddenField(field, "may only be used when `type` is 'LoadBalancer'")];
  const check = (range: string, path: string): FieldError[] =>
    parseCidr(range) ? [] : [invalidField(path, range, NO_CIDR)];
  if (ranges.length > 0) return [...errors, ...ranges.flatMap((range, i) => check(range.trim(), `${field}[${i}]`))];
  const parts = annotation!.trim() === '' ? [] : annotation!.split(',');
  return [...errors, ...parts.flatMap((range) => check(range.trim(), field))];
}

/** The first address of a Service stays once it has one (`validateUpgradeDowngradeClusterIPs`). */
export function validateClusterAddressUpdate(after: ServiceSpec, before: ServiceSpec): FieldError[] {
  if (before.type === 'ExternalName' || after.type === 'ExternalName') return [];
  const [old] = clusterAddresses(before);
  const isReplaced = (after.clusterIP ?? '') !== (before.clusterIP ?? '');
  const addresses = clusterAddresses(isReplaced ? { clusterIP: after.clusterIP ?? '' } : after);
  if (old === undefined || addresses[0] === old) return [];
  if (addresses.length === 0) return [invalidField('spec.clusterIPs[0]', null, 'primary clusterIP can not be unset')];
  return [invalidField('spec.clusterIPs[0]', addresses, 'may not change once set')];
}

/** All addresses of a Service in the cluster; one that is empty is none. */
export function clusterAddresses({ clusterIP, clusterIPs }: Pick<ServiceSpec, 'clusterIP' | 'clusterIPs'>): string[] {
  return (clusterIPs ?? [clusterIP ?? '']).filter((ip) => ip !== '');
}

function validateIpFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  ipFamilies.forEach((family, i) => {
    const field = `spec.ipFamilies[${i}]`;
    errors.push(...oneOf(family, IP_FAMILIES, field));
    if (ipFamilies.indexOf(family) < i) errors.push(duplicateField(field, family));
  });
  return [...errors, ...oneOf(ipFamilyPolicy, IP_FAMILY_POLICIES, 'spec.ipFamilyPolicy')];
}

function addressErrors(ip: string, field: string): FieldError[] {
  return isIpAddress(ip) ? [] : [invalidField(field, ip, NO_IP_ADDRESS)];
}
