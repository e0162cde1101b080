import { deepEqual } from '../../equality';
import type { DefinitionSpec, DefinitionVersion } from './custom-resource-definition';

type VersionPart = 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields';

/** A part of the versions with the place that errors name. */
export interface PlacedPart<K extends VersionPart> {
  readonly value: DefinitionVersion[K];
  readonly field: string;
  /** The versions that have it. */
  readonly versions: readonly DefinitionVersion[];
}

/** Name of a part where all versions have the same one. */
const SHARED_NAMES: Readonly<Record<VersionPart, string>> = {
  schema: 'validation',
  subresources: 'subresources',
  additionalPrinterColumns: 'additionalPrinterColumns',
  selectableFields: 'selectableFields',
};

/**
 * The parts of versions as validation upstream sees them: one that is the same in all versions is validated once, and errors
 * name it beside them (`spec.validation.openAPIV3Schema`), as the internal form of a definition has it.
 */
export function partsOf<K extends VersionPart>({ versions = [] }: DefinitionSpec, part: K): PlacedPart<K>[] {
  const [first] = versions;
  if (first && versions.every((version) => deepEqual(version[part], first[part]))) {
    return [{ value: first[part], field: `spec.${SHARED_NAMES[part]}`, versions }];
  }
  return versions.map((version, i) => ({
    value: version[part],
    field: `spec.versions[${i}].${part}`,
    versions: [version],
  }));
}
