import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { NO_CIDR, parseCidr } from '../../names/ip-address';
import type { KubeObject, ServiceCIDR } from '../../objects';
import { changedField } from '../../validation/changed-field';

const FIELD = 'spec.cidrs';

/** Returns the errors of a ServiceCIDR (`pkg/apis/networking/validation` upstream). */
export function validateServiceCidr(object: KubeObject): FieldError[] {
  const spec = (object as ServiceCIDR).spec ?? {};
  const { cidrs = [] } = spec;
  if (cidrs.length === 0) return [requiredField(FIELD, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalidField(FIELD, spec, 'may only hold up to 2 values')];
  if (cidrs.length === 2 && !isDualStack(cidrs)) {
    const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    return [invalidField(FIELD, spec, detail)];
  }
  return cidrs.flatMap((cidr, i) => (parseCidr(cidr) ? [] : [invalidField(`${FIELD}[${i}]`, cidr, NO_CIDR)]));
}

/** Addresses were taken from the networks, so they stay. */
export function validateServiceCidrUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [next, old].map((object) => (object as ServiceCIDR).spec?.cidrs ?? []);
  return changedField(FIELD, [after, before]);
}

function isDualStack(cidrs: readonly string[]): boolean {
  const [first, second] = cidrs.map(parseCidr);
  return first !== undefined && second !== undefined && first.address.kind() !== second.address.kind();
}
