import { at, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const SERVICE_FIELDS: Readonly<Record<string, FieldReader>> = {
  'spec.clusterIP': at('spec', 'clusterIP'),
  'spec.type': at('spec', 'type'),
};
