import { type FieldError, requiredField } from '../../errors/field-error';
import type { CSIStorageCapacity, KubeObject } from '../../objects';

/** Returns the errors of a report of free storage. */
export function validateCsiStorageCapacity(object: KubeObject): FieldError[] {
  return (object as CSIStorageCapacity).storageClassName ? [] : [requiredField('storageClassName')];
}
