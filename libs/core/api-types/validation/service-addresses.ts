import type { ServiceSpec } from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, unsupportedField, type FieldError } from '../errors/field-error';
import { isIpAddress, NO_CIDR, NO_IP_ADDRESS, parseCidr } from '../names/ip-address';
import { qualifiedNameErrors } from '../names/qualified-name';

const TRAFFIC_POLICIES = ['Cluster', 'Local'] as const;
const IP_FAMILIES = ['IPv4', 'IPv6'] as const;
const IP_FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'] as const;
const TRAFFIC_DISTRIBUTIONS = ['PreferClose', 'PreferSameNode', 'PreferSameZone'] as const;

/** A spec with what later versions of Kubernetes added. */
type Spec = ServiceSpec & { readonly trafficDistribution?: string };

/** What is wrong with the addresses of a Service and with the policies of its traffic, as far as they are given. */
export function validateServiceAddresses(spec: Spec): FieldError[] {
  return [
    ...validateClusterIps(spec),
    ...validateIpFamilies(spec),
    ...(spec.externalIPs ?? []).flatMap((ip, i) => addressErrors(ip, `spec.externalIPs[${i}]`)),
    ...validateSourceRanges(spec),
    ...oneOf(spec.externalTrafficPolicy, TRAFFIC_POLICIES, 'spec.externalTrafficPolicy'),
    ...oneOf(spec.internalTrafficPolicy, TRAFFIC_POLICIES, 'spec.internalTrafficPolicy'),
    ...oneOf(spec.trafficDistribution, TRAFFIC_DISTRIBUTIONS, 'spec.trafficDistribution'),
    ...(spec.ports ?? []).flatMap(({ appProtocol }, i) =>
      appProtocol === undefined
        ? []
        : qualifiedNameErrors(appProtocol).map((text) =>
            invalidField(`spec.ports[${i}].appProtocol`, appProtocol, text),
          ),
    ),
  ];
}

/** As `ValidateServiceClusterIPsRelatedFields`: addresses, none yet, or `None`. */
function validateClusterIps({ clusterIP, clusterIPs, type }: Spec): FieldError[] {
  if (type === 'ExternalName') return [];
  const addresses = clusterIPs ?? (clusterIP === undefined ? [] : [clusterIP]);
  return addresses.flatMap((ip, i) =>
    ip === '' || (ip === 'None' && i === 0) ? [] : addressErrors(ip, `spec.clusterIPs[${i}]`),
  );
}

function validateIpFamilies({ ipFamilies = [], ipFamilyPolicy }: Spec): FieldError[] {
  const errors: FieldError[] = [];
  ipFamilies.forEach((family, i) => {
    const field = `spec.ipFamilies[${i}]`;
    errors.push(...oneOf(family, IP_FAMILIES, field));
    if (ipFamilies.indexOf(family) < i) errors.push(duplicateField(field, family));
  });
  return [...errors, ...oneOf(ipFamilyPolicy, IP_FAMILY_POLICIES, 'spec.ipFamilyPolicy')];
}

function validateSourceRanges({ loadBalancerSourceRanges: ranges = [], type }: Spec): FieldError[] {
  const field = 'spec.loadBalancerSourceRanges';
  if (ranges.length === 0) return [];
  if (type !== 'LoadBalancer') return [forbiddenField(field, "may only be used when `type` is 'LoadBalancer'")];
  return ranges.flatMap((range, i) =>
    parseCidr(range.trim()) ? [] : [invalidField(`${field}[${i}]`, range, NO_CIDR)],
  );
}

function addressErrors(ip: string, field: string): FieldError[] {
  return isIpAddress(ip) ? [] : [invalidField(field, ip, NO_IP_ADDRESS)];
}

/** No error for what is not given. */
function oneOf(value: string | undefined, supported: readonly string[], field: string): FieldError[] {
  return value === undefined || value === '' || supported.includes(value)
    ? []
    : [unsupportedField(field, value, supported)];
}
