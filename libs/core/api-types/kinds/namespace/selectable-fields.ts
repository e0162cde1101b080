import { at, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const NAMESPACE_FIELDS: Readonly<Record<string, FieldReader>> = { 'status.phase': at('status', 'phase') };
