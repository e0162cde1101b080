import type { CSIDriverSpec } from 'kubernetes-types/storage/v1';
import { unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';

const FS_GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'] as const;
const LIFECYCLE_MODES = ['Persistent', 'Ephemeral'] as const;

/** What is wrong with what a CSI driver says of itself (`validateCSIDriverSpec`). */
export function validateCsiDriver(object: KubeObject): FieldError[] {
  const { fsGroupPolicy, volumeLifecycleModes = [] } = (object.spec ?? {}) as CSIDriverSpec;
  const errors: FieldError[] = [];
  if (fsGroupPolicy !== undefined && !(FS_GROUP_POLICIES as readonly string[]).includes(fsGroupPolicy)) {
    errors.push(unsupportedField('spec.fsGroupPolicy', fsGroupPolicy, FS_GROUP_POLICIES));
  }
  for (const mode of volumeLifecycleModes) {
    if ((LIFECYCLE_MODES as readonly string[]).includes(mode)) continue;
    errors.push(unsupportedField('spec.volumeLifecycleModes', mode, LIFECYCLE_MODES));
  }
  return errors;
}
