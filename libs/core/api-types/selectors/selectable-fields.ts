import type { KindInfo } from '../kinds/kind-info';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import type { KubeObject } from '../objects';
import { at, type FieldReader } from './field-reader';
import type { FieldRequirement } from './parse-field-selector';

/** Parts of a kind's description that selectors depend on. */
type SelectableKind = Pick<KindInfo, 'isCustom' | 'namespaced' | 'selectableFields' | 'storedField'> &
  Partial<Pick<KindInfo, 'laterSelectableFields'>>;

const METADATA_FIELDS: Readonly<Record<string, FieldReader>> = {
  'metadata.name': at('metadata', 'name'),
  'metadata.namespace': at('metadata', 'namespace'),
};

/** The fields a selector may name for a kind, metadata included. */
export function selectableFields({ namespaced, selectableFields: own = {} }: SelectableKind): string[] {
  return ['metadata.name', ...(namespaced ? ['metadata.namespace'] : []), ...Object.keys(own)];
}

/**
 * The requirements with the names that their fields have in the stored version, or the first name that the given version
 * does not have.
 */
export function storedFieldNames(
  { storedField }: SelectableKind,
  apiVersion: string,
  requirements: readonly FieldRequirement[],
): { readonly requirements: readonly FieldRequirement[] } | { readonly unknown: string } {
  if (!storedField) return { requirements };
  const renamed: FieldRequirement[] = [];
  for (const requirement of requirements) {
    const { field } = requirement;
    const name = Object.hasOwn(METADATA_FIELDS, field) ? field : storedField(field, apiVersion);
    if (name === undefined) return { unknown: field };
    renamed.push({ ...requirement, field: name });
  }
  return { requirements: renamed };
}

/** `field label not supported: X` for the first field that the kind does not offer; undefined if all are offered. */
export function unsupportedFieldError(
  kind: SelectableKind,
  requirements: readonly FieldRequirement[],
  release?: ReleaseName,
): string | undefined {
  const later = isUpTo(release, '1.20') ? (kind.laterSelectableFields ?? []) : [];
  const offered = new Set(selectableFields(kind).filter((field) => !later.includes(field)));
  const unknown = requirements.find((requirement) => !offered.has(requirement.field));
  if (unknown === undefined) return undefined;
  // Kinds without fields of their own have the conversion of metadata (`DefaultMetaV1FieldSelectorConversion`).
  const hasOwn = Object.keys(kind.selectableFields ?? {}).some((field) => offered.has(field));
  return hasOwn || kind.isCustom
    ? `field label not supported: ${unknown.field}`
    : `${JSON.stringify(unknown.field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

/** Returns whether an object satisfies every requirement. Absent fields are empty; a field the kind does not offer is empty, too. */
export function matchesFieldSelector(
  kind: SelectableKind,
  requirements: readonly FieldRequirement[],
  object: KubeObject,
): boolean {
  for (const { field, operator, value } of requirements) {
    if (((fieldReader(kind, field)?.(object) ?? '') === value) !== (operator === '=')) return false;
  }
  return true;
}

function fieldReader({ selectableFields: own = {} }: SelectableKind, field: string): FieldReader | undefined {
  if (Object.hasOwn(METADATA_FIELDS, field)) return METADATA_FIELDS[field];
  return Object.hasOwn(own, field) ? own[field] : undefined;
}
