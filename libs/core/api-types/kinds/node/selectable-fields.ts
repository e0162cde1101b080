import { at, orElse, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const NODE_FIELDS: Readonly<Record<string, FieldReader>> = {
  'spec.unschedulable': orElse(at('spec', 'unschedulable'), 'false'),
};
