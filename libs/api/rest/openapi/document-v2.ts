import { isAfter } from '@orrery/api-types';
import { serverVersion } from '@orrery/api-protocol';
import { customDefinitionsV2, definitions, referenceTo, type Definitions } from '@orrery/api-descriptions';
import type { ServedKinds } from '../served-kinds';
import type { Content, Endpoint } from './endpoints/endpoint';
import { allEndpoints } from './endpoints/endpoints';
import type { Parameter } from './endpoints/parameters';
import { mergeSwaggers, type MergedSwagger } from './merge-swagger';
import { CODE_TEXTS, pathItems, UNAUTHORIZED, type Operation, type PathItem } from './path-items';
import type { RemoteSwagger } from './remote-swagger';
import { SharedParameters, type SharedParameter } from './shared-parameters';

/** Titles of the documents. */
export const TITLE = 'Kubernetes';

/** Returns OpenAPI v2 as JSON, with the parts of other servers. */
export function documentV2(kinds: ServedKinds, remotes: readonly RemoteSwagger[]): object {
  const { ownPaths, paths, definitions: all } = everything(kinds, remotes);
  const shared = new SharedParameters(isAfter(kinds.release, '1.20'));
  const own = ownPaths.map((item) => [item.path, pathObject(item, shared)] as const);
  return {
    swagger: '2.0',
    info: { title: TITLE, version: gitVersion() },
    paths: { ...Object.fromEntries(own), ...Object.fromEntries(paths) },
    definitions: Object.fromEntries(all),
    ...(isAfter(kinds.release, '1.20') ? { parameters: shared.definitions } : {}),
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  };
}

/** Contents of a document of v2: the paths of this server, and those of others with all definitions. */
export interface Everything extends MergedSwagger {
  readonly ownPaths: readonly PathItem[];
  readonly own: Definitions;
}

/** Collects the parts that both forms of the document contain. */
export function everything(kinds: ServedKinds, remotes: readonly RemoteSwagger[]): Everything {
  const ownPaths = pathItems(allEndpoints(kinds));
  const taken = new Set(ownPaths.map(({ path }) => path));
  const own = ownDefinitions(kinds);
  return { ownPaths, own, ...mergeSwaggers((path) => taken.has(path), own, remotes) };
}

export function gitVersion(): string {
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

function pathObject({ parameters, operations }: PathItem, shared: SharedParameters): object {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation, shared)])),
    ...(parameters.length > 0 ? { parameters: parameters.map((each) => shared.place(parameterObject(each))) } : {}),
  };
}

function operationObject(operation: Operation, shared: SharedParameters): object {
  const { action, gvk, body, ownParameters } = operation;
  const inBody = body && {
    name: 'body',
    in: 'body',
    ...(body.isRequired ? { required: true } : {}),
    schema: schemaOfContent(body.content),
  };
  const isGeneral = body?.content && 'definition' in body.content && body.content.definition.includes('.apimachinery.');
  const parameters = [
    ...(inBody ? [isGeneral ? shared.place(inBody) : inBody] : []),
    ...ownParameters.map((each) => shared.place(parameterObject(each))),
  ];
  return {
    description: operation.description,
    ...(operation.consumes ? { consumes: operation.consumes } : {}),
    produces: operation.produces,
    schemes: ['https'],
    tags: [operation.tag],
    operationId: operation.operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: responses(operation),
    ...(action === undefined ? {} : { 'x-kubernetes-action': action }),
    ...(gvk ? { 'x-kubernetes-group-version-kind': gvk } : {}),
  };
}

function parameterObject({ name, in: place, type, description }: Parameter): SharedParameter {
  return { uniqueItems: true, type, description, name, in: place, ...(place === 'path' ? { required: true } : {}) };
}

function responses({ codes, answer }: Endpoint): object {
  const schema = schemaOfContent(answer);
  return {
    ...Object.fromEntries(codes.map((code) => [code, { description: CODE_TEXTS[code], schema }])),
    ...UNAUTHORIZED,
  };
}

function schemaOfContent(content: Content): object {
  return 'definition' in content ? { $ref: referenceTo(content.definition) } : content;
}
