import { deepEqual } from '../../equality';
import { type FieldError, invalidField, requiredField } from '../../errors/field-error';
import type { KubeObject, VolumeAttachment } from '../../objects';

/** What is wrong with an attachment. */
export function validateVolumeAttachment(object: KubeObject): FieldError[] {
  const spec = (object as Partial<VolumeAttachment>).spec;
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
