import { duplicateField, forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { NO_CIDR, parseCidr, type AddressRange } from '../../names/ip-address';
import type { Node } from '../../objects';
import { validateAmountList } from '../../validation/resources';
import { validateTaints } from '../../validation/pod-spec/tolerations';

/** Returns the errors of a node; metadata is checked elsewhere. */
export function validateNode(node: Node): FieldError[] {
  return [
    ...validateTaints(node.spec?.taints),
    ...validatePodRanges(node),
    ...validateAmountList(node.status?.capacity as Record<string, string> | undefined, 'status.capacity'),
    ...validateAmountList(node.status?.allocatable as Record<string, string> | undefined, 'status.allocatable'),
  ];
}

/** Ranges of pod addresses, one of each family; `podCIDR` is the first of them (`ValidateNode`). */
function validatePodRanges({ spec }: Node): FieldError[] {
  const ranges = spec?.podCIDRs ?? (spec?.podCIDR ? [spec.podCIDR] : []);
  const errors = ranges.flatMap((range, i) =>
    parseCidr(range) ? [] : [invalidField(`spec.podCIDRs[${i}]`, range, NO_CIDR)],
  );
  if (ranges.length < 2 || errors.length > 0) return errors;
  const families = new Set(ranges.map((range) => (parseCidr(range) as AddressRange).address.kind()));
  if (ranges.length > 2 || families.size < 2) {
    errors.push(invalidField('spec.podCIDRs', ranges, 'may specify no more than one CIDR for each IP family'));
  }
  ranges.forEach((range, i) => {
    if (ranges.indexOf(range) < i) errors.push(duplicateField(`spec.podCIDRs[${i}]`, range));
  });
  return errors;
}

/** Identity fields of a node are set once. */
export function validateNodeUpdate(next: Node, old: Node): FieldError[] {
  const errors: FieldError[] = [];
  if (old.spec?.podCIDR && next.spec?.podCIDR !== old.spec.podCIDR) {
    errors.push(forbiddenField('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'));
  }
  if (old.spec?.providerID && next.spec?.providerID !== old.spec.providerID) {
    errors.push(forbiddenField('spec.providerID', 'node updates may not change providerID except from "" to valid'));
  }
  return errors;
}
