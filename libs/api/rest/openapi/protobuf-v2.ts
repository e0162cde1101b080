import { jsonText } from '@orrery/api-types';
import { referenceTo, type Schema } from '@orrery/api-descriptions';
import type { ServedKinds } from '../served-kinds';
import { everything, gitVersion, TITLE } from './document-v2';
import type { Content, Method, RequestBody } from './endpoints/endpoint';
import type { Parameter } from './endpoints/parameters';
import { CODE_TEXTS, UNAUTHORIZED, type Operation, type PathItem } from './path-items';
import { doubleField, flagField, integerField, messageField, textField, type Field } from './protobuf-writer';
import { operationsIn, schemaOf, type RemoteOperation, type RemoteSwagger } from './remote-swagger';

/**
 * OpenAPI v2 as the message `openapi.v2.Document` of gnostic; the numbers are those of its OpenAPIv2.proto. Of the
 * paths of other servers it contains the parts that clients read here: kinds and query parameters.
 */
export function documentV2Protobuf(kinds: ServedKinds, remotes: readonly RemoteSwagger[]): Buffer {
  const { ownPaths, own, paths, definitions } = everything(kinds, remotes);
  const pathFields = [
    ...ownPaths.map((item) => namedPath(item.path, pathFieldsOf(item))),
    ...[...paths].map(([path, item]) => namedPath(path, operationsIn(item).map(remoteOperationField))),
  ];
  const schemas = [...definitions].map(([name, schema]) =>
    namedSchema(name, own.get(name) === schema ? schema : schemaOf(schema)),
  );
  return Buffer.concat([
    textField(1, '2.0'),
    messageField(2, textField(1, TITLE), textField(2, gitVersion())),
    messageField(8, ...pathFields),
    messageField(9, ...schemas),
  ]);
}

function namedPath(path: string, fields: readonly Field[]): Field {
  return messageField(2, textField(1, path), messageField(2, ...fields));
}

const METHOD_FIELD: Readonly<Record<Method, number>> = {
  get: 2,
  put: 3,
  post: 4,
  delete: 5,
  options: 6,
  head: 7,
  patch: 8,
};

function pathFieldsOf({ parameters, operations }: PathItem): Field[] {
  return [...operations.map(operationField), ...parameters.map((each) => messageField(9, parameterField(each)))];
}

function operationField(operation: Operation): Field {
  const { action, gvk, body, codes, answer } = operation;
  const schema = messageField(2, messageField(1, ...schemaFields(schemaOfContent(answer))));
  return messageField(
    METHOD_FIELD[operation.method],
    textField(1, operation.tag),
    textField(3, operation.description),
    textField(5, operation.operationId),
    ...operation.produces.map((type) => textField(6, type)),
    ...(operation.consumes ?? []).map((type) => textField(7, type)),
    ...(body ? [messageField(8, bodyField(body))] : []),
    ...operation.ownParameters.map((each) => messageField(8, parameterField(each))),
    messageField(
      9,
      ...codes.map((code) => responseField(String(code), CODE_TEXTS[code]!, schema)),
      ...Object.entries(UNAUTHORIZED).map(([code, { description }]) => responseField(code, description)),
    ),
    textField(10, 'https'),
    ...(action === undefined ? [] : [extension(13, 'x-kubernetes-action', action)]),
    ...(gvk ? [extension(13, 'x-kubernetes-group-version-kind', gvk)] : []),
  );
}

function responseField(code: string, description: string, ...schema: readonly Field[]): Field {
  return messageField(1, textField(1, code), messageField(2, messageField(1, textField(1, description), ...schema)));
}

/** A `ParametersItem` without its number. */
function parameterField({ name, in: place, type, description }: Parameter): Field {
  const said = (typeNumber: number): Field[] => [
    textField(2, place),
    textField(3, description),
    textField(4, name),
    textField(typeNumber, type),
  ];
  const own =
    place === 'path'
      ? messageField(4, flagField(1, true), ...said(5), flagField(18, true))
      : messageField(3, ...said(6), flagField(20, true));
  return messageField(1, messageField(2, own));
}

function bodyField({ content, isRequired }: RequestBody): Field {
  const schema = messageField(5, messageField(1, ...schemaFields(schemaOfContent(content))));
  return messageField(1, messageField(1, textField(2, 'body'), textField(3, 'body'), flagField(4, isRequired), schema));
}

function schemaOfContent(content: Content): Schema {
  return 'definition' in content ? { $ref: referenceTo(content.definition) } : content;
}

function remoteOperationField({ method, gvk, parameters }: RemoteOperation): Field {
  const queryParameter = (name: string): Field =>
    messageField(3, textField(2, 'query'), textField(4, name), textField(6, 'string'));
  return messageField(
    METHOD_FIELD[method],
    ...parameters.map((name) => messageField(8, messageField(1, messageField(2, queryParameter(name))))),
    messageField(9, responseField('200', 'OK')),
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
