import { deepEqual } from '../../equality';
import { duplicateField, invalidField, requiredField, tooLongField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { CSINode, KubeObject } from '../../objects';
import { driverNameErrors } from '../../validation/csi-driver-name';

/** Specifications of CSI from 1.4 on allow this many bytes. */
const MAX_NODE_ID_BYTES = 256;

type Driver = NonNullable<NonNullable<CSINode['spec']>['drivers']>[number];

/** Returns the errors of the drivers of a node (`validateCSINodeDrivers`). */
export function validateCsiNode(object: KubeObject): FieldError[] {
  const names = new Set<string>();
  return driversOf(object).flatMap(({ name = '', nodeID = '', allocatable, topologyKeys }: Partial<Driver>, i) => {
    const path = `spec.drivers[${i}]`;
    const errors = name === '' ? [requiredField(`${path}.name`)] : driverNameErrors(name, `${path}.name`);
    if (nodeID === '') errors.push(requiredField(`${path}.nodeID`));
    if (nodeID.length > MAX_NODE_ID_BYTES) errors.push(tooLongField(`${path}.nodeID`, MAX_NODE_ID_BYTES));
    const count = allocatable?.count ?? 0;
    if (count < 0) {
      errors.push(invalidField(`${path}.allocatable.count`, count, 'must be greater than or equal to 0'));
    }
    if (names.has(name)) errors.push(duplicateField(`${path}.name`, name));
    names.add(name);
    return [...errors, ...topologyErrors(topologyKeys ?? [], path)];
  });
}

/** Returns an error for each changed driver of a node; a driver may be removed and added again (`ValidateCSINodeUpdate`). */
export function validateCsiNodeUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const changed = driversOf(old).flatMap((before) => {
    const after = driversOf(next).find(({ name }) => name === before.name);
    if (!after || deepEqual(withoutCount(before), withoutCount(after))) return [];
    return [invalidField('CSINodeDriver', after.name, 'field is immutable')];
  });
  return [...validateCsiNode(next), ...changed];
}

/** Returns how many volumes a node takes may change (`MutableCSINodeAllocatableCount`). */
function withoutCount({ allocatable: _allocatable, ...driver }: Driver): object {
  return driver;
}

/** Upstream names the driver, not the key. */
function topologyErrors(keys: readonly string[], field: string): FieldError[] {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const errors = key === '' ? [requiredField(field)] : [];
    if (seen.has(key)) errors.push(duplicateField(field, key));
    seen.add(key);
    return [...errors, ...qualifiedNameErrors(key).map((text) => invalidField(field, key, text))];
  });
}

function driversOf(object: KubeObject): readonly Driver[] {
  return (object as CSINode).spec?.drivers ?? [];
}
