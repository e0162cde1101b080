import { serverVersion } from '@orrery/api-protocol';
import type { ReleaseName } from '@orrery/api-types';
import type { ServedKinds } from '../served-kinds';
import { customSchemasV3, definitions, referencesIn, type Schema, WellKnown } from '@orrery/api-descriptions';
import { pathsOf, type Operation } from './operations';

/** What the schemas of custom kinds refer to. */
const OF_CUSTOM_KINDS = ['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', WellKnown.ListMeta];

/** OpenAPI v3 of one served group version. */
export function documentV3(kinds: ServedKinds, apiVersion: string): object {
  const paths = pathsOf(kinds, apiVersion);
  const custom = kinds.kindsIn(apiVersion).filter(({ isCustom }) => isCustom);
  const served = paths.flatMap(({ operations }) =>
    operations.map(({ gvk }) => `${gvk.group} ${gvk.version} ${gvk.kind}`),
  );
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: serverVersion()['gitVersion'] },
    paths: Object.fromEntries(paths.map(({ path, operations }) => [path, pathItem(path, operations)])),
    components: {
      schemas: {
        ...schemasFor(kinds.release, new Set(served), custom.length > 0),
        ...Object.assign({}, ...custom.map(customSchemasV3)),
      },
    },
  };
}

function pathItem(path: string, operations: readonly Operation[]): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  };
}

function operationObject({ parameters, gvk }: Operation): object {
  return {
    parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string', uniqueItems: true } })),
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-group-version-kind': gvk,
  };
}

/** The schemas of the kinds and of everything in them. */
function schemasFor(release: ReleaseName, kinds: ReadonlySet<string>, hasCustom: boolean): Record<string, object> {
  const all = definitions(release);
  const needed = new Set<string>();
  const need = (name: string): void => {
    const schema = all.get(name);
    if (!schema || needed.has(name)) return;
    needed.add(name);
    for (const reference of referencesIn(schema)) need(reference);
  };
  for (const [name, { 'x-kubernetes-group-version-kind': known = [] }] of all) {
    if (known.some(({ group, version, kind }) => kinds.has(`${group} ${version} ${kind.replace(/List$/, '')}`)))
      need(name);
  }
  if (hasCustom) for (const name of OF_CUSTOM_KINDS) need(name);
  return Object.fromEntries([...needed].sort().map((name) => [name, toV3(all.get(name)!)]));
}

/** In v3 a reference stands alone, so what else is said of the value goes around it. */
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
