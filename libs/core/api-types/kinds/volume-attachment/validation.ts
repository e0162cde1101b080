import { forbiddenField, invalidField, requiredField, tooLongField, type FieldError } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { KubeObject, VolumeAttachment } from '../../objects';
import { driverNameErrors } from '../../validation/csi-driver-name';

const MAX_MESSAGE_BYTES = 1024;
const MAX_METADATA_BYTES = 256 * 1024;
const EXACTLY_ONE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

type Spec = Partial<VolumeAttachment['spec']>;

/** Returns the errors of an attachment (`ValidateVolumeAttachment`, `ValidateVolumeAttachmentV1`). */
export function validateVolumeAttachment(object: KubeObject): FieldError[] {
  const { spec = {}, status } = object as Partial<VolumeAttachment>;
  const { attacher = '', source = {} } = spec as Spec;
  const { persistentVolumeName: name } = source;
  const field = 'spec.source.persistentVolumeName';
  return [
    ...validateSpec(spec),
    ...validateVolumeAttachmentStatus(status),
    ...driverNameErrors(attacher, 'spec.attacher'),
    ...(name === undefined ? [] : subdomainErrors(name).map((text) => invalidField(field, name, text))),
  ];
}

function validateSpec({ attacher = '', source = {}, nodeName = '' }: Spec): FieldError[] {
  return [
    ...(attacher === '' ? [requiredField('spec.attacher')] : []),
    ...validateSource(source),
    ...subdomainErrors(nodeName).map((text) => invalidField('spec.nodeName', nodeName, text)),
  ];
}

function validateSource({
  persistentVolumeName: name,
  inlineVolumeSpec: inline,
}: VolumeAttachment['spec']['source']): FieldError[] {
  const field = 'spec.source';
  if (name === undefined && inline === undefined) return [requiredField(field, EXACTLY_ONE)];
  if (name !== undefined && inline !== undefined) return [forbiddenField(field, EXACTLY_ONE)];
  if (name !== '') return [];
  return [requiredField(`${field}.persistentVolumeName`, 'must specify non empty persistentVolumeName')];
}

/** Returns the errors of an attacher's report, such as one that is too long (`validateVolumeAttachmentStatus`). */
export function validateVolumeAttachmentStatus(status: VolumeAttachment['status'] | undefined): FieldError[] {
  const { attachmentMetadata = {}, attachError, detachError } = status ?? {};
  const entries = Object.entries(attachmentMetadata);
  const errors = entries
    .filter(([key]) => key === '')
    .map(([key]) => invalidField('status.attachmentMetadata', key, 'field can not be empty.'));
  const bytes = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (bytes > MAX_METADATA_BYTES) errors.push(tooLongField('status.attachmentMetadata', MAX_METADATA_BYTES));
  for (const [name, error] of Object.entries({ attachError, detachError })) {
    if ((error?.message?.length ?? 0) > MAX_MESSAGE_BYTES) {
      errors.push(tooLongField(`status.${name}.message`, MAX_MESSAGE_BYTES));
    }
  }
  return errors;
}
