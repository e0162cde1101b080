import {
  storageVersionOf,
  type CustomResourceDefinition,
} from '../../custom-kinds/definition/custom-resource-definition';
import { markDefinitionForDeletion } from '../../custom-kinds/definition/definition-conditions';
import { isKnownFormat } from '@orrery/text-formats';
import { additionalOf, itemsOf, type JsonSchema } from '../../custom-kinds/schema/json-schema';
import type { KubeObject } from '../../objects';

interface Draft {
  spec?: {
    names?: { singular?: string; kind?: string; listKind?: string };
    conversion?: { strategy?: string; webhook?: { clientConfig?: { service?: { port?: number } } } };
  };
}

/** Names that follow from the kind, and that versions convert by their apiVersion alone. */
export function defaultDefinition(object: KubeObject): void {
  const spec = (object as Draft).spec;
  if (!spec) return;
  const { names } = spec;
  if (names) {
    if (!names.singular && names.kind) names.singular = names.kind.toLowerCase();
    if (!names.listKind && names.kind) names.listKind = `${names.kind}List`;
  }
  spec.conversion ??= { strategy: 'None' };
  const service = spec.conversion.webhook?.clientConfig?.service;
  if (service) service.port ??= 443;
}

/** A new definition has stored nothing, but it will in its storage version. */
export function completeDefinition(object: KubeObject): void {
  const { spec } = object as CustomResourceDefinition;
  const storage = storageVersionOf(spec);
  object.status = { storedVersions: storage === undefined ? [] : [storage] };
}

/** Versions in which objects may be stored are never forgotten by a change of the definition. */
export function keepStoredVersions(next: KubeObject, old: KubeObject): void {
  const { spec, status } = next as CustomResourceDefinition;
  const before = (old as CustomResourceDefinition).status;
  const storage = spec ? storageVersionOf(spec) : undefined;
  const stored = before?.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage)) return;
  next.status = { ...(status ?? before), storedVersions: [...stored, storage] };
}

/** The definition as the first DELETE leaves it. */
export function definitionMarkedForDeletion(object: KubeObject, nowMs: number): KubeObject {
  return markDefinitionForDeletion(object as CustomResourceDefinition, nowMs);
}

/** Formats that no value is checked against, all but those that were there before. */
export function definitionWarnings(next: KubeObject, old?: KubeObject): string[] {
  const before = new Set(old ? unknownFormats(old) : []);
  return unknownFormats(next)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function unknownFormats(object: KubeObject): string[] {
  const { spec } = object as CustomResourceDefinition;
  const found = (spec?.versions ?? []).flatMap(({ schema }) =>
    schema?.openAPIV3Schema ? formatsIn(schema.openAPIV3Schema) : [],
  );
  return [...new Set(found)];
}

function formatsIn(schema: JsonSchema): string[] {
  const { type = '', format = '' } = schema;
  const own = type === 'string' && format !== '' && !isKnownFormat(type, format) ? [format] : [];
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...(items ? [items] : []),
    ...(additional ? [additional] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.not ? [schema.not] : []),
  ];
  return [...own, ...below.flatMap(formatsIn)];
}
