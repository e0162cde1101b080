import { serverVersion } from '@orrery/api-protocol';
import type { ReleaseName } from '@orrery/api-types';
import { customSchemasV3, definitions, referencesIn, type Schema, WellKnown } from '@orrery/api-descriptions';
import type { ServedKinds } from '../served-kinds';
import type { Content, Endpoint } from './endpoints/endpoint';
import { endpointsOf } from './endpoints/endpoints';
import type { Parameter } from './endpoints/parameters';
import { CODE_TEXTS, pathItems, UNAUTHORIZED, type Operation, type PathItem } from './path-items';

/** Schemas that the schemas of custom kinds refer to. */
const OF_CUSTOM_KINDS = ['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', WellKnown.ListMeta];

/** OpenAPI v3 of one served group version. */
export function documentV3(kinds: ServedKinds, apiVersion: string): object {
  const endpoints = endpointsOf(kinds, apiVersion);
  const custom = kinds.kindsIn(apiVersion).filter(({ isCustom }) => isCustom);
  const named = [...definitionsIn(endpoints), ...(custom.length > 0 ? OF_CUSTOM_KINDS : [])];
  return document(endpoints, {
    ...schemasFor(kinds.release, named),
    ...(Object.assign({}, ...custom.map(customSchemasV3)) as object),
  });
}

/** OpenAPI v3 of a page that is about groups or the server. */
export function documentV3OfPage(release: ReleaseName, page: Endpoint): object {
  return document([page], schemasFor(release, definitionsIn([page])));
}

function document(endpoints: readonly Endpoint[], schemas: object): object {
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: serverVersion()['gitVersion'] },
    paths: Object.fromEntries(pathItems(endpoints).map((item) => [item.path, pathObject(item)])),
    components: {
      schemas,
      securitySchemes: {
        BearerToken: {
          type: 'apiKey',
          description: 'Bearer Token authentication',
          name: 'authorization',
          in: 'header',
        },
      },
    },
  };
}

function pathObject({ parameters, operations }: PathItem): object {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    ...(parameters.length > 0 ? { parameters: parameters.map(parameterObject) } : {}),
  };
}

function operationObject(operation: Operation): object {
  const { action, gvk, body, ownParameters, codes, answer, produces } = operation;
  const response = content(answer, produces);
  return {
    tags: [operation.tag],
    description: operation.description,
    operationId: operation.operationId,
    ...(ownParameters.length > 0 ? { parameters: ownParameters.map(parameterObject) } : {}),
    ...(body
      ? {
          requestBody: {
            content: content(body.content, operation.consumes ?? []),
            ...(body.isRequired ? { required: true } : {}),
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(codes.map((code) => [code, { description: CODE_TEXTS[code], content: response }])),
      ...UNAUTHORIZED,
    },
    ...(action === undefined ? {} : { 'x-kubernetes-action': action }),
    ...(gvk ? { 'x-kubernetes-group-version-kind': gvk } : {}),
  };
}

function content(of: Content, types: readonly string[]): object {
  const schema = 'definition' in of ? { $ref: referenceV3(of.definition) } : of;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function parameterObject({ name, in: place, type, description }: Parameter): object {
  const schema = { type, uniqueItems: true };
  return { name, in: place, description, ...(place === 'path' ? { required: true } : {}), schema };
}

function definitionsIn(endpoints: readonly Endpoint[]): string[] {
  const contents = endpoints.flatMap(({ body, answer }) => (body ? [body.content, answer] : [answer]));
  return contents.flatMap((each) => ('definition' in each ? [each.definition] : []));
}

/** Schemas by their names, with everything in them. */
function schemasFor(release: ReleaseName, names: readonly string[]): Record<string, object> {
  const all = definitions(release);
  const needed = new Set<string>();
  const need = (name: string): void => {
    const schema = all.get(name);
    if (!schema || needed.has(name)) return;
    needed.add(name);
    for (const reference of referencesIn(schema)) need(reference);
  };
  names.forEach(need);
  return Object.fromEntries([...needed].sort().map((name) => [name, toV3(all.get(name)!)]));
}

function referenceV3(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Returns a schema in the form of v3, in which a reference is alone, so that its other keywords go around it. */
function toV3({ $ref, items, additionalProperties, properties, ...rest }: Schema): object {
  const own = {
    ...rest,
    ...(items ? { items: toV3(items) } : {}),
    ...(additionalProperties ? { additionalProperties: toV3(additionalProperties) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toV3(value)])) }
      : {}),
  };
  if ($ref === undefined) return own;
  const reference = { $ref: $ref.replace('#/definitions/', '#/components/schemas/') };
  return Object.keys(own).length === 0 ? reference : { allOf: [reference], ...own };
}
