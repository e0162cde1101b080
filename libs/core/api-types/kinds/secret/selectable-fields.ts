import { at, type FieldReader } from '../../selectors/field-reader';

/** Fields that selectors may name, besides name and namespace. */
export const SECRET_FIELDS: Readonly<Record<string, FieldReader>> = { type: at('type') };
