import { deepEqual } from '../equality';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../errors/field-error';
import { qualifiedNameErrors, subdomainErrors } from '../names/qualified-name';
import type { CSINode, CSIStorageCapacity, KubeObject, StorageClass, VolumeAttachment } from '../objects';

const RECLAIM_POLICIES = ['Delete', 'Retain'] as const;
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'] as const;

/** What is wrong with a storage class. */
export function validateStorageClass(object: KubeObject): FieldError[] {
  const { provisioner, reclaimPolicy, volumeBindingMode, allowedTopologies } = object as unknown as StorageClass;
  const errors: FieldError[] = [];
  if (!provisioner) errors.push(requiredField('provisioner'));
  else {
    for (const text of qualifiedNameErrors(provisioner.toLowerCase())) {
      errors.push(invalidField('provisioner', provisioner, text));
    }
  }
  if (reclaimPolicy !== undefined && !(RECLAIM_POLICIES as readonly string[]).includes(reclaimPolicy)) {
    errors.push(unsupportedField('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES));
  }
  if (!volumeBindingMode) errors.push(requiredField('volumeBindingMode'));
  else if (!(BINDING_MODES as readonly string[]).includes(volumeBindingMode)) {
    errors.push(unsupportedField('volumeBindingMode', volumeBindingMode, BINDING_MODES));
  }
  (allowedTopologies ?? []).forEach(({ matchLabelExpressions = [] }, i) => {
    matchLabelExpressions.forEach(({ key, values }, j) => {
      const path = `allowedTopologies[${i}].matchLabelExpressions[${j}]`;
      if (!values || values.length === 0) errors.push(requiredField(`${path}.values`));
      for (const text of qualifiedNameErrors(key ?? '')) errors.push(invalidField(`${path}.key`, key ?? '', text));
    });
  });
  return errors;
}

/** Volumes were made by what the class said, so it goes on saying it. */
export function validateStorageClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['parameters', 'provisioner', 'reclaimPolicy']) {
    if (!deepEqual(next[field], old[field])) errors.push(forbiddenField(field, `updates to ${field} are forbidden.`));
  }
  const mode = next['volumeBindingMode'];
  if (mode !== old['volumeBindingMode']) {
    errors.push(invalidField('volumeBindingMode', mode ?? null, 'field is immutable'));
  }
  return errors;
}

/** What is wrong with what drivers say of a node. */
export function validateCsiNode(object: KubeObject): FieldError[] {
  const names = new Set<string>();
  const errors: FieldError[] = [];
  ((object as unknown as CSINode).spec?.drivers ?? []).forEach(({ name, nodeID, allocatable }, i) => {
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

/** What is wrong with a report of free storage. */
export function validateCsiStorageCapacity(object: KubeObject): FieldError[] {
  return (object as unknown as CSIStorageCapacity).storageClassName ? [] : [requiredField('storageClassName')];
}

/** What is wrong with an attachment. */
export function validateVolumeAttachment(object: KubeObject): FieldError[] {
  const spec = (object as unknown as Partial<VolumeAttachment>).spec;
  const errors: FieldError[] = [];
  if (!spec?.attacher) errors.push(requiredField('spec.attacher'));
  if (!spec?.source?.persistentVolumeName && !spec?.source?.inlineVolumeSpec) {
    errors.push(requiredField('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'));
  }
  if (!spec?.nodeName) errors.push(requiredField('spec.nodeName'));
  return errors;
}

/** What is attached where stays. */
export function validateVolumeAttachmentUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return deepEqual(next.spec, old.spec) ? [] : [invalidField('spec', next.spec ?? null, 'field is immutable')];
}
