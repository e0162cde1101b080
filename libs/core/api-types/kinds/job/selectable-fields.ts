import { at, orElse, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const JOB_FIELDS: Readonly<Record<string, FieldReader>> = {
  'status.successful': orElse(at('status', 'succeeded'), '0'),
};
