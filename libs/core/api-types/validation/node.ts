import { forbiddenField, type FieldError } from '../errors/field-error';
import type { Node } from '../objects';
import { validateAmountList } from './resources';
import { validateTaints } from './tolerations';

/** What is wrong with a node; metadata is checked elsewhere. */
export function validateNode(node: Node): FieldError[] {
  return [
    ...validateTaints(node.spec?.taints),
    ...validateAmountList(node.status?.capacity as Record<string, string> | undefined, 'status.capacity'),
    ...validateAmountList(node.status?.allocatable as Record<string, string> | undefined, 'status.allocatable'),
  ];
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
