import { duplicateField, invalidField, requiredField, tooManyItems, type FieldError } from '../../errors/field-error';
import { rfc1035LabelErrors } from '../../names/qualified-name';
import { structuralOf } from '../schema/structural';
import type { JsonSchema } from '../schema/json-schema';
import type { DefinitionNames, DefinitionScale, DefinitionVersion, PrinterColumn } from './custom-resource-definition';

const COLUMN_TYPES = 'boolean,date,integer,number,string';
const COLUMN_FORMATS = 'byte,date,date-time,double,float,int32,int64,password';
const MAX_SELECTABLE_FIELDS = 8;
const MAX_WARNING_CHARACTERS = 256;

/** Returns the errors of names, requested or accepted. */
export function nameErrors(names: Partial<DefinitionNames>, field: string): FieldError[] {
  const { plural, singular, kind, listKind, shortNames = [], categories = [] } = names;
  const errors: FieldError[] = [];
  const check = (name: string, value: string | undefined, isKind: boolean): void => {
    if (!value) return;
    const texts = rfc1035LabelErrors(isKind ? value.toLowerCase() : value);
    const prefix = isKind ? 'may have mixed case, but should otherwise match: ' : '';
    if (texts.length > 0) errors.push(invalidField(`${field}.${name}`, value, prefix + texts.join(',')));
  };
  check('plural', plural, false);
  check('singular', singular, false);
  check('kind', kind, true);
  check('listKind', listKind, true);
  shortNames.forEach((name, i) => check(`shortNames[${i}]`, name, false));
  if (kind && kind === listKind) {
    errors.push(invalidField(`${field}.listKind`, listKind, 'kind and listKind may not be the same'));
  }
  categories.forEach((name, i) => check(`categories[${i}]`, name, false));
  return errors;
}

/** Returns the errors of the warning of a deprecated version. */
export function deprecationErrors({ deprecated, deprecationWarning }: DefinitionVersion, field: string): FieldError[] {
  if (deprecationWarning === undefined) return [];
  const texts: string[] = [];
  if (!deprecated) texts.push('can only be set for deprecated versions');
  else {
    if (deprecationWarning.length > MAX_WARNING_CHARACTERS) texts.push('must be <= 256 characters long');
    if (deprecationWarning === '') texts.push('must not be an empty string');
    const at = deprecationWarning.search(/[\p{C}\p{Zl}\p{Zp}]/u);
    if (at >= 0) {
      texts.push(`must only contain printable UTF-8 characters; non-printable character found at index ${at}`);
    }
  }
  return texts.map((text) => invalidField(`${field}.deprecationWarning`, deprecationWarning, text));
}

/** Returns the errors of the paths of `/scale`. */
export function scaleErrors(scale: DefinitionScale | undefined, field: string): FieldError[] {
  if (!scale) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const errors: FieldError[] = [];
  const check = (name: string, path: string | undefined, roots: readonly string[], text: string): void => {
    const place = `${field}.scale.${name}`;
    if (!path) errors.push(requiredField(place));
    else if (!path.startsWith('.'))
      errors.push(invalidField(place, path, 'must be a simple json path starting with .'));
    else if (!roots.some((root) => path.startsWith(root))) errors.push(invalidField(place, path, text));
  };
  check('specReplicasPath', specReplicasPath, ['.spec.'], 'should be a json path under .spec');
  check('statusReplicasPath', statusReplicasPath, ['.status.'], 'should be a json path under .status');
  if (labelSelectorPath) {
    const text = 'should be a json path under either .spec or .status';
    check('labelSelectorPath', labelSelectorPath, ['.spec.', '.status.'], text);
  }
  return errors;
}

/** Returns the errors of printer columns. */
export function columnErrors(columns: readonly PrinterColumn[], field: string): FieldError[] {
  return columns.flatMap(({ name, type, format, jsonPath }, i) => {
    const place = `${field}[${i}]`;
    const errors: FieldError[] = [];
    if (!name) errors.push(requiredField(`${place}.name`));
    const types = `must be one of ${COLUMN_TYPES}`;
    if (!type) errors.push(requiredField(`${place}.type`, types));
    else if (!COLUMN_TYPES.split(',').includes(type)) errors.push(invalidField(`${place}.type`, type, types));
    if (format && !COLUMN_FORMATS.split(',').includes(format)) {
      errors.push(invalidField(`${place}.format`, format, `must be one of ${COLUMN_FORMATS}`));
    }
    if (!jsonPath) errors.push(requiredField(`${place}.JSONPath`));
    else if (!jsonPath.startsWith('.')) {
      errors.push(invalidField(`${place}.JSONPath`, jsonPath, 'must be a simple json path starting with .'));
    }
    return errors;
  });
}

/** Returns the errors of fields that selectors shall be able to name. */
export function selectableFieldErrors(
  fields: NonNullable<DefinitionVersion['selectableFields']>,
  schema: JsonSchema | undefined,
  field: string,
): FieldError[] {
  if (fields.length === 0) return [];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  fields.forEach(({ jsonPath = '' }, i) => {
    const place = `${field}[${i}].jsonPath`;
    if (jsonPath === '') {
      errors.push(requiredField(place));
      return;
    }
    const found = fieldAt(jsonPath, schema);
    if (typeof found === 'string') {
      errors.push(invalidField(place, jsonPath, `is an invalid path: ${found}`));
      return;
    }
    if (jsonPath.startsWith('.metadata')) {
      errors.push(invalidField(place, jsonPath, 'must not point to fields in metadata'));
    }
    if (!['string', 'boolean', 'integer'].includes(found.type ?? '')) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidField(place, jsonPath, detail));
    }
    if (seen.has(jsonPath)) errors.push(duplicateField(place, jsonPath));
    seen.add(jsonPath);
  });
  return seen.size > MAX_SELECTABLE_FIELDS
    ? [...errors, tooManyItems(field, seen.size, MAX_SELECTABLE_FIELDS)]
    : errors;
}

/** The schema at a path of field names, or what is wrong with the path. */
function fieldAt(path: string, root: JsonSchema | undefined): JsonSchema | string {
  if (path.includes('[')) return 'array notation is not allowed';
  if (!path.startsWith('.') || path.endsWith('.')) return 'does not refer to a valid field';
  let schema = root && structuralOf(root);
  for (const name of path.slice(1).split('.')) {
    schema = schema?.properties.get(name);
    if (!schema) return 'does not refer to a valid field';
  }
  return schema!.source;
}
