import { jsonText } from '@orrery/api-types';
import { serverVersion } from '@orrery/api-protocol';
import { definitions, customDefinitionsV2, type Definitions, type Schema } from '@orrery/api-descriptions';
import type { ServedKinds } from '../served-kinds';
import { mergeSwaggers, type MergedSwagger } from './merge-swagger';
import { pathsOf, type Operation, type PathOperations } from './operations';
import { doubleField, flagField, integerField, messageField, textField, type Field } from './protobuf-writer';
import { operationsIn, schemaOf, type RemoteSwagger } from './remote-swagger';

const TITLE = 'Kubernetes';

/** OpenAPI v2 as JSON, with what other servers say of theirs. */
export function documentV2(kinds: ServedKinds, remotes: readonly RemoteSwagger[]): object {
  const { ownPaths, paths, definitions } = everything(kinds, remotes);
  return {
    swagger: '2.0',
    info: { title: TITLE, version: version() },
    paths: {
      ...Object.fromEntries(ownPaths.map(({ path, operations }) => [path, pathItem(operations)])),
      ...Object.fromEntries(paths),
    },
    definitions: Object.fromEntries(definitions),
  };
}

/**
 * OpenAPI v2 as the message `openapi.v2.Document` of gnostic; the numbers are those of its OpenAPIv2.proto. Of the paths of
 * other servers it has what clients read here: kinds and query parameters.
 */
export function documentV2Protobuf(kinds: ServedKinds, remotes: readonly RemoteSwagger[]): Buffer {
  const { ownPaths, own, paths, definitions } = everything(kinds, remotes);
  const allPaths = [...ownPaths, ...[...paths].map(([path, item]) => operationsIn(path, item))];
  const pathFields = allPaths.map(({ path, operations }) =>
    messageField(2, textField(1, path), messageField(2, ...operations.map(operationField))),
  );
  const schemas = [...definitions].map(([name, schema]) =>
    namedSchema(name, own.get(name) === schema ? schema : schemaOf(schema)),
  );
  return Buffer.concat([
    textField(1, '2.0'),
    messageField(2, textField(1, TITLE), textField(2, version())),
    messageField(8, ...pathFields),
    messageField(9, ...schemas),
  ]);
}

function everything(
  kinds: ServedKinds,
  remotes: readonly RemoteSwagger[],
): MergedSwagger & { readonly ownPaths: readonly PathOperations[]; readonly own: Definitions } {
  const ownPaths = kinds.groupVersions.flatMap((version) => pathsOf(kinds, version));
  const taken = new Set(ownPaths.map(({ path }) => path));
  const own = ownDefinitions(kinds);
  return { ownPaths, own, ...mergeSwaggers((path) => taken.has(path), own, remotes) };
}

function version(): string {
  return serverVersion()['gitVersion']!;
}

function ownDefinitions(kinds: ServedKinds): Definitions {
  const custom = kinds.groupVersions
    .flatMap((version) => kinds.kindsIn(version))
    .filter(({ isCustom }) => isCustom)
    .flatMap((kind) => [...customDefinitionsV2(kind)]);
  const ofRelease = definitions(kinds.release);
  return custom.length === 0 ? ofRelease : new Map([...ofRelease, ...custom]);
}

function pathItem(operations: readonly Operation[]): object {
  return Object.fromEntries(
    operations.map(({ method, gvk, parameters }) => [
      method,
      {
        parameters: parameters.map((name) => ({ name, in: 'query', type: 'string', uniqueItems: true })),
        responses: { 200: { description: 'OK' } },
        'x-kubernetes-group-version-kind': gvk,
      },
    ]),
  );
}

const METHOD_FIELD: Readonly<Record<Operation['method'], number>> = { get: 2, put: 3, post: 4, delete: 5, patch: 8 };

function operationField({ method, gvk, parameters }: Operation): Field {
  const queryParameter = (name: string): Field =>
    messageField(3, textField(2, 'query'), textField(4, name), textField(6, 'string'));
  return messageField(
    METHOD_FIELD[method],
    ...parameters.map((name) => messageField(8, messageField(1, messageField(2, queryParameter(name))))),
    messageField(9, messageField(1, textField(1, '200'), messageField(2, messageField(1, textField(1, 'OK'))))),
    extension(13, 'x-kubernetes-group-version-kind', gvk),
  );
}

/** A value as YAML, of which JSON is a part. */
function extension(number: number, name: string, value: unknown): Field {
  return messageField(number, textField(1, name), messageField(2, textField(2, jsonText(value))));
}

/** A value of any type. */
function valueField(number: number, value: unknown): Field {
  return messageField(number, textField(2, jsonText(value)));
}

function namedSchema(name: string, schema: Schema): Field {
  return messageField(1, textField(1, name), messageField(2, ...schemaFields(schema)));
}

/** The numbers of `Schema` in gnostic's `OpenAPIv2.proto`. */
function schemaFields(schema: Schema): Field[] {
  const { items, additionalProperties, properties, required = [], type } = schema;
  return [
    textField(1, schema.$ref),
    textField(2, schema.format),
    textField(3, schema.title),
    textField(4, schema.description),
    ...(schema.default === undefined ? [] : [valueField(5, schema.default)]),
    doubleField(6, schema.multipleOf),
    doubleField(7, schema.maximum),
    flagField(8, schema.exclusiveMaximum),
    doubleField(9, schema.minimum),
    flagField(10, schema.exclusiveMinimum),
    integerField(11, schema.maxLength),
    integerField(12, schema.minLength),
    textField(13, schema.pattern),
    integerField(14, schema.maxItems),
    integerField(15, schema.minItems),
    flagField(16, schema.uniqueItems),
    integerField(17, schema.maxProperties),
    integerField(18, schema.minProperties),
    ...required.map((name) => textField(19, name)),
    ...(schema.enum ?? []).map((value) => valueField(20, value)),
    ...(additionalProperties ? [messageField(21, messageField(1, ...schemaFields(additionalProperties)))] : []),
    ...(type === undefined ? [] : [messageField(22, textField(1, type))]),
    ...(items ? [messageField(23, messageField(1, ...schemaFields(items)))] : []),
    ...(properties
      ? [messageField(25, ...Object.entries(properties).map(([name, value]) => namedSchema(name, value)))]
      : []),
    ...Object.entries(schema)
      .filter(([name]) => name.startsWith('x-'))
      .map(([name, value]) => extension(31, name, value)),
  ];
}
