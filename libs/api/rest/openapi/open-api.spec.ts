import { allKinds } from '@orrery/api-types';
import { WireReader } from '../protobuf/wire-reader';
import { servedKinds } from '../served-kinds';
import { openApi } from './open-api';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
  readonly allOf?: Schema[];
  readonly [extension: `x-${string}`]: unknown;
}

function json<T>(path: string): T {
  return JSON.parse(String(openApi(servedKinds(undefined), { path })!.body)) as T;
}

const v2 = json<{
  definitions: Record<string, Schema>;
  paths: Record<string, Record<string, { parameters: { name?: string }[] }>>;
}>('/openapi/v2');

describe('OpenAPI v2', () => {
  test('describes every served kind in every version', () => {
    const described = Object.values(v2.definitions).flatMap(
      (schema) => schema['x-kubernetes-group-version-kind'] ?? [],
    );
    for (const kind of allKinds().filter(({ served }) => served)) {
      for (const apiVersion of kind.versionsOf.modern) {
        const [version, group = ''] = apiVersion.split('/').reverse();
        expect(described).toContainEqual({ group, version, kind: kind.kind });
      }
    }
  });

  test('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(v2).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, name]) => name!);
    expect(references.length).toBeGreaterThan(300);
    expect(references.filter((name) => !Object.hasOwn(v2.definitions, name))).toEqual([]);
  });

  test('says what kubectl merges by, what is required and what it is for', () => {
    const spec = v2.definitions['io.k8s.api.core.v1.PodSpec']!;
    expect(spec.required).toEqual(['containers']);
    expect(spec.properties!['containers']).toMatchObject({
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    });
    expect(spec.properties!['volumes']).toMatchObject({ 'x-kubernetes-patch-strategy': 'merge,retainKeys' });
    expect(spec.properties!['tolerations']!['x-kubernetes-patch-strategy']).toBeUndefined();
    expect(spec.properties!['nodeName']!.description).toMatch(/node/);
    expect(Object.keys(v2.definitions['io.k8s.api.events.v1.Event']!.properties!)).toEqual(
      expect.arrayContaining(['note', 'regarding', 'reportingController']),
    );
  });

  test('lets old kubectl see that writes can be rehearsed', () => {
    const { parameters } = v2.paths['/api/v1/namespaces/{namespace}/pods/{name}']!['patch']!;
    // It looks up no references.
    expect(parameters.flatMap(({ name }) => name ?? [])).toEqual(['dryRun', 'fieldValidation']);
  });

  test('is the same document as protobuf', () => {
    const answer = openApi(servedKinds(undefined), { path: '/openapi/v2', accept: PROTOBUF })!;
    const reader = new WireReader(answer.body as Buffer);
    const names: string[] = [];
    while (reader.next()) {
      if (reader.number !== 9) {
        reader.skip();
        continue;
      }
      const definitions = new WireReader(reader.chunk());
      while (definitions.next()) {
        const named = new WireReader(definitions.chunk());
        named.next();
        names.push(named.text());
      }
    }
    expect(names).toEqual(Object.keys(v2.definitions));
  });
});

describe('OpenAPI v3', () => {
  const index = json<{ paths: Record<string, { serverRelativeURL: string }> }>('/openapi/v3');

  test('lists a document a group version', () => {
    expect(index.paths['api/v1']!.serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1\?hash=\w+$/);
    expect(Object.keys(index.paths)).toEqual(expect.arrayContaining(['apis/policy/v1', 'apis/coordination.k8s.io/v1']));
  });

  test.each(Object.keys(index.paths))('%s is whole', (place) => {
    const document = json<{ components: { schemas: Record<string, Schema> }; paths: Record<string, object> }>(
      `/openapi/v3/${place}`,
    );
    const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name!,
    );
    expect(references.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([]);
    expect(Object.keys(document.paths).length).toBeGreaterThan(0);
  });

  test('keeps what is said of a reference', () => {
    const { components } = json<{ components: { schemas: Record<string, Schema> } }>('/openapi/v3/api/v1');
    const { spec } = components.schemas['io.k8s.api.core.v1.Pod']!.properties!;
    expect(spec).toMatchObject({ allOf: [{ $ref: '#/components/schemas/io.k8s.api.core.v1.PodSpec' }] });
    expect(spec!.description).toMatch(/desired behavior/);
  });
});

test('a client that has the document gets 304', () => {
  const { etag } = openApi(servedKinds(undefined), { path: '/openapi/v2' })!;
  expect(openApi(servedKinds(undefined), { path: '/openapi/v2', ifNoneMatch: etag })).toMatchObject({
    code: 304,
    body: '',
  });
  expect(openApi(servedKinds(undefined), { path: '/openapi/v2', accept: PROTOBUF, ifNoneMatch: etag })).toMatchObject({
    code: 200,
    contentType: 'application/octet-stream',
  });
  expect(openApi(servedKinds(undefined), { path: '/openapi/v4' })).toBeUndefined();
});
