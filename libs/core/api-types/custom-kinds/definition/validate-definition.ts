import { deepEqual } from '../../equality';
import {
  forbiddenField,
  invalidField,
  renderFieldError,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { rfc1035LabelErrors, subdomainErrors } from '../../names/qualified-name';
import { structuralOf } from '../schema/structural';
import type { JsonSchema } from '../schema/json-schema';
import { approvalErrors } from './approval';
import { conversionErrors, isReadableBundle } from './conversion-errors';
import {
  isConditionTrue,
  type CustomResourceDefinition,
  type DefinitionSpec,
  type DefinitionVersion,
} from './custom-resource-definition';
import { defaultErrors } from './default-errors';
import { partsOf } from './internal-spec';
import { ruleCostErrors } from './rule-costs';
import { schemaErrors } from './schema-errors';
import { structuralErrors } from './structural-rules';
import { definitionOptions, hasDefaults, needsStructural, type DefinitionOptions } from './validation-options';
import { columnErrors, deprecationErrors, nameErrors, scaleErrors, selectableFieldErrors } from './version-errors';

const SCOPES = ['Cluster', 'Namespaced'];
/** With a status subresource, a root schema may hold these only: the status is validated by its own part of it. */
const NOT_AT_ROOT: readonly (keyof JsonSchema)[] = [
  'id',
  '$schema',
  '$ref',
  'default',
  'enum',
  'maxProperties',
  'minProperties',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
  'nullable',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
];
const AT_ROOT =
  '[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations]';

/** Returns the errors of a new definition (`ValidateCustomResourceDefinition` upstream), beside its metadata. */
export function validateDefinition(object: KubeObject, requestVersion?: string): FieldError[] {
  const options = definitionOptions(requestVersion, undefined);
  const { metadata, spec, status } = object as CustomResourceDefinition;
  const names = spec?.names ?? {};
  const required = `${names.plural ?? ''}.${spec?.group ?? ''}`;
  const errors: FieldError[] = [];
  if (metadata.name !== required) {
    errors.push(invalidField('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  return [
    ...errors,
    ...specErrors(spec ?? ({} as DefinitionSpec), options),
    ...nameErrors(status?.acceptedNames ?? {}, 'status.acceptedNames'),
    ...firstStoredVersionErrors(spec?.versions),
    ...(options.requiresApproval ? approvalErrors(object as CustomResourceDefinition) : []),
    ...(options.requiresPruning ? preservationErrors(spec) : []),
  ];
}

/** Returns the errors of a changed definition and with the change. */
export function validateDefinitionUpdate(next: KubeObject, old: KubeObject, requestVersion?: string): FieldError[] {
  const { spec, status } = next as CustomResourceDefinition;
  const before = old as CustomResourceDefinition;
  const options = definitionOptions(requestVersion, before.spec);
  const errors = specErrors(spec, options);
  const keep = (field: string, value: unknown, was: unknown): void => {
    if (!deepEqual(value, was)) errors.push(invalidField(field, value, 'field is immutable'));
  };
  if (isConditionTrue(before, 'Established')) {
    keep('spec.scope', spec.scope, before.spec.scope);
    keep('spec.names.kind', spec.names?.kind, before.spec.names.kind);
    errors.push(...bundleErrors(spec, before.spec));
  }
  keep('spec.group', spec.group, before.spec.group);
  keep('spec.names.plural', spec.names?.plural, before.spec.names.plural);
  const wasApproved = approvalErrors(before).map(renderFieldError).join();
  const approval = approvalErrors(next as CustomResourceDefinition);
  return [
    ...errors,
    ...nameErrors(status?.acceptedNames ?? {}, 'status.acceptedNames'),
    ...storedVersionErrors(next as CustomResourceDefinition),
    ...(!options.requiresApproval || approval.map(renderFieldError).join() === wasApproved ? [] : approval),
    ...(options.requiresPruning ? preservationErrors(spec) : []),
  ];
}

/** Returns the errors of a written status. */
export function validateDefinitionStatus(next: KubeObject): FieldError[] {
  return nameErrors((next as CustomResourceDefinition).status?.acceptedNames ?? {}, 'status.acceptedNames');
}

function specErrors(spec: DefinitionSpec, given: DefinitionOptions): FieldError[] {
  const { group = '', names = {} as DefinitionSpec['names'], versions = [] } = spec;
  const errors: FieldError[] = [];
  if (group === '') errors.push(requiredField('spec.group'));
  else {
    const texts = subdomainErrors(group);
    if (texts.length > 0) errors.push(invalidField('spec.group', group, texts.join(',')));
    else if (!group.includes('.')) {
      errors.push(invalidField('spec.group', group, 'should be a domain with at least one dot'));
    }
  }
  if (!spec.scope) errors.push(requiredField('spec.scope'));
  else if (!SCOPES.includes(spec.scope)) errors.push(unsupportedField('spec.scope', spec.scope, SCOPES));
  const preserves = spec.preserveUnknownFields ?? false;
  errors.push(...missingSchemas(versions, given.requiresSchema, preserves));
  if (given.noDefaults === undefined && preserves && hasDefaults(spec)) {
    const detail = 'must be false in order to use defaults in the schema';
    errors.push(invalidField('spec.preserveUnknownFields', true, detail));
  }
  // Who has fields dropped must say which there are.
  const requiresStructural = given.requiresStructural || !preserves || needsStructural(spec, given);
  const options = { ...given, requiresStructural };
  errors.push(...versionErrors(versions, spec.versions));
  for (const field of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if (!names[field]) errors.push(requiredField(`spec.names.${field}`));
  }
  return [...errors, ...nameErrors(names, 'spec.names'), ...partErrors(spec, options), ...conversionErrors(spec)];
}

function missingSchemas(versions: readonly DefinitionVersion[], isRequired: boolean, preserves: boolean): FieldError[] {
  if (!isRequired && preserves) return [];
  const detail = isRequired ? 'schemas are required' : 'because otherwise all fields are pruned';
  return versions.flatMap(({ schema, served }, i) => {
    if (schema?.openAPIV3Schema || (!isRequired && !served)) return [];
    return [requiredField(`spec.versions[${i}].schema.openAPIV3Schema`, detail)];
  });
}

/** @param given the list as the client sent it, which an error shows */
function versionErrors(versions: readonly DefinitionVersion[], given: unknown = null): FieldError[] {
  const errors: FieldError[] = [];
  versions.forEach((version, i) => {
    const field = `spec.versions[${i}]`;
    const texts = rfc1035LabelErrors(version.name ?? '');
    if (texts.length > 0) errors.push(invalidField(`${field}.name`, version.name, texts.join(',')));
    errors.push(...deprecationErrors(version, field));
  });
  if (new Set(versions.map(({ name }) => name)).size !== versions.length) {
    errors.push(invalidField('spec.versions', versions, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const detail = 'must have exactly one version marked as storage version';
    errors.push(invalidField('spec.versions', given, detail));
  }
  return errors;
}

function partErrors(spec: DefinitionSpec, options: DefinitionOptions): FieldError[] {
  const hasStatus = (versions: readonly DefinitionVersion[]): boolean =>
    versions.some(({ subresources }) => subresources?.status !== undefined);
  const schemas = partsOf(spec, 'schema').flatMap(({ value, field, versions }) => {
    const schema = value?.openAPIV3Schema;
    // One schema of all versions counts as that of the first (`findVersionsWithUnchangedSchemas` upstream).
    const isStored = schema !== undefined && deepEqual(schema, options.storedSchemas.get(versions[0]!.name));
    const place = { field: `${field}.openAPIV3Schema`, hasStatus: hasStatus(versions), isStored };
    return schema ? rootErrors(schema, place, options) : [];
  });
  return [
    ...schemas,
    ...partsOf(spec, 'subresources').flatMap(({ value, field }) => scaleErrors(value?.scale, field)),
    ...partsOf(spec, 'additionalPrinterColumns').flatMap(({ value = [], field }) => columnErrors(value, field)),
    ...partsOf(spec, 'selectableFields').flatMap(({ value = [], field, versions }) =>
      selectableFieldErrors(value, versions[0]?.schema?.openAPIV3Schema, field),
    ),
  ];
}

function rootErrors(
  schema: JsonSchema,
  { field, hasStatus, isStored }: { readonly field: string; readonly hasStatus: boolean; readonly isStored: boolean },
  options: DefinitionOptions,
): FieldError[] {
  const errors: FieldError[] = [];
  if (hasStatus) {
    if (schema.type !== undefined && schema.type !== 'object') {
      const detail =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      errors.push(invalidField(`${field}.type`, schema.type, detail));
    } else if (NOT_AT_ROOT.some((name) => isSet(schema[name]))) {
      const detail = `only ${AT_ROOT} fields are allowed at the root of the schema if the status subresource is enabled`;
      errors.push(invalidField(field, schema, detail));
    }
  }
  if (schema.nullable) errors.push(forbiddenField(`${field}.nullable`, 'nullable cannot be true at the root'));
  const others = schemaErrors(schema, field, options, isStored);
  if (!options.requiresStructural) return [...errors, ...others];
  const structural = structuralErrors(schema, field);
  if (structural.length > 0) errors.push(...structural);
  else errors.push(...defaultErrors(structuralOf(schema), field));
  const costs = structural.length > 0 ? [] : ruleCostErrors(structuralOf(schema), field, isStored);
  return [...errors, ...others, ...costs];
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== false && value !== '';
}

const STORED_VERSIONS = 'status.storedVersions';

/** A new definition has stored its storage version; without one, the list is a nil slice. */
function firstStoredVersionErrors(versions: readonly DefinitionVersion[] = []): FieldError[] {
  return versions.some(({ storage }) => storage) ? [] : [nothingStored(null)];
}

function nothingStored(stored: readonly string[] | null): FieldError {
  return invalidField(STORED_VERSIONS, stored, 'must have at least one stored version');
}

function storedVersionErrors({ spec, status }: CustomResourceDefinition): FieldError[] {
  const field = STORED_VERSIONS;
  const { versions = [] } = spec;
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) return [nothingStored(stored)];
  const missing = versions.find(({ name, storage }) => storage && !stored.includes(name));
  return [
    ...(missing ? [invalidField(field, stored, `must have the storage version ${missing.name}`)] : []),
    ...stored.flatMap((name, i) => {
      if (versions.some((version) => version.name === name)) return [];
      const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return [invalidField(`${field}[${i}]`, name, detail)];
    }),
  ];
}

/** A bundle that could be read stays readable once the definition is established. */
function bundleErrors(spec: DefinitionSpec, old: DefinitionSpec): FieldError[] {
  const bundleOf = ({ conversion }: DefinitionSpec): string | undefined => conversion?.webhook?.clientConfig?.caBundle;
  if (isReadableBundle(bundleOf(spec)) || !isReadableBundle(bundleOf(old))) return [];
  const detail = 'unable to load root certificates: unable to parse bytes as PEM block';
  return [invalidField('spec.conversion.webhookClientConfig.caBundle', bundleOf(spec), detail)];
}

function preservationErrors(spec: DefinitionSpec | undefined): FieldError[] {
  if (!spec?.preserveUnknownFields) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalidField('spec.preserveUnknownFields', true, detail)];
}
