import { duplicateField, type FieldError, invalidField, requiredField } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { CSINode, KubeObject } from '../../objects';

/** What is wrong with what drivers say of a node. */
export function validateCsiNode(object: KubeObject): FieldError[] {
  const names = new Set<string>();
  const errors: FieldError[] = [];
  ((object as CSINode).spec?.drivers ?? []).forEach(({ name, nodeID, allocatable }, i) => {
    const path = `spec.drivers[${i}]`;
    if (!name) errors.push(requiredField(`${path}.name`));
    else if (names.has(name)) errors.push(duplicateField(`${path}.name`, name));
    names.add(name);
    if (name) {
      for (const text of subdomainErrors(name.toLowerCase())) errors.push(invalidField(`${path}.name`, name, text));
    }
    if (!nodeID) errors.push(requiredField(`${path}.nodeID`));
    if ((allocatable?.count ?? 0) < 0) {
      errors.push(invalidField(`${path}.allocatable.count`, allocatable?.count, 'must be greater than or equal to 0'));
    }
  });
  return errors;
}
