import { forbiddenField, invalidField, type FieldError } from '../errors/field-error';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import { isIpAddress, NO_IP_ADDRESS } from '../names/ip-address';
import { subdomainErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { oneOf } from './closed-set';

const INGRESS = 'status.loadBalancer.ingress';
const IP_MODES = ['Proxy', 'VIP'] as const;

interface Entry {
  readonly ip?: string;
  readonly hostname?: string;
  readonly ipMode?: string;
}

/** Returns the errors of the status of a Service: who has no load balancer has none of its addresses (`ValidateLoadBalancerStatus`). */
export function validateServiceStatus(
  next: KubeObject,
  _old: KubeObject,
  _version?: string,
  release?: ReleaseName,
): FieldError[] {
  const entries = entriesOf(next);
  const isLater = !isUpTo(release, '1.20');
  const { type } = (next.spec ?? {}) as { readonly type?: string };
  if (isLater && type !== 'LoadBalancer' && entries.length > 0) {
    return [forbiddenField(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return entries.flatMap((entry, i) => {
    const field = `${INGRESS}[${i}]`;
    return [
      ...addressErrors(entry, field, release),
      ...(isLater ? modeErrors(entry, field) : []),
      ...nameErrors(entry, field),
    ];
  });
}

/** Returns the errors of the status of an Ingress (`ValidateIngressLoadBalancerStatus`). */
export function validateIngressStatus(
  next: KubeObject,
  _old: KubeObject,
  _version?: string,
  release?: ReleaseName,
): FieldError[] {
  return entriesOf(next).flatMap((entry, i) => {
    const field = `${INGRESS}[${i}]`;
    return [...addressErrors(entry, field, release), ...nameErrors(entry, field)];
  });
}

function entriesOf({ status }: KubeObject): readonly Entry[] {
  return (status as { loadBalancer?: { ingress?: readonly Entry[] } } | undefined)?.loadBalancer?.ingress ?? [];
}

function addressErrors({ ip = '' }: Entry, field: string, release: ReleaseName | undefined): FieldError[] {
  if (ip === '' || isIpAddress(ip)) return [];
  return [invalidField(`${field}.ip`, ip, isUpTo(release, '1.20') ? 'must be a valid IP address' : NO_IP_ADDRESS)];
}

function modeErrors({ ip = '', ipMode }: Entry, field: string): FieldError[] {
  if (ip !== '' && ipMode === undefined) return [];
  if (ip === '' && ipMode !== undefined)
    return [forbiddenField(`${field}.ipMode`, 'may not be specified when `ip` is not set')];
  return oneOf(ipMode, IP_MODES, `${field}.ipMode`);
}

function nameErrors({ hostname = '' }: Entry, field: string): FieldError[] {
  if (hostname === '') return [];
  const errors = subdomainErrors(hostname).map((text) => invalidField(`${field}.hostname`, hostname, text));
  if (!isIpAddress(hostname)) return errors;
  return [...errors, invalidField(`${field}.hostname`, hostname, 'must be a DNS name, not an IP address')];
}
