import { at, orElse, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const REPLICATION_CONTROLLER_FIELDS: Readonly<Record<string, FieldReader>> = {
  'status.replicas': orElse(at('status', 'replicas'), '0'),
};
