import { at, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides the name. */
export const RESOURCE_SLICE_FIELDS: Readonly<Record<string, FieldReader>> = {
  'spec.nodeName': at('spec', 'nodeName'),
  'spec.driver': at('spec', 'driver'),
};
