import { until } from '@orrery/test-services';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 2, zones: 2 });
});
afterAll(() => server.close());

interface Refused {
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: string[] | null;
    readonly value: unknown;
  }[];
}

describe('writes', () => {
  it('take YAML with many documents, of which a later one may need an earlier', async () => {
    const yaml = [
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: team}',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: team}\ndata: {a: "1"}',
      '',
      'kind: List\napiVersion: v1\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: more, namespace: team}}',
    ].join('\n---\n');
    const { objects } = await cluster.mutate<{ objects: unknown[] }>(
      'createObject',
      { yaml },
      'objects { kind metadata { name } ... on ConfigMap { data } }',
    );
    expect(objects).toEqual([
      { kind: 'Namespace', metadata: { name: 'team' } },
      { kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: '1' } },
      { kind: 'ConfigMap', metadata: { name: 'more' }, data: {} },
    ]);
  });

  it('answer with the types of roles and bindings wherever an object is an interface', async () => {
    const group = 'rbac.authorization.k8s.io';
    const yaml = [
      `{apiVersion: ${group}/v1, kind: Role, metadata: {name: r}, rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]}`,
      `{apiVersion: ${group}/v1, kind: RoleBinding, metadata: {name: b}, roleRef: {apiGroup: ${group}, kind: Role, name: r}}`,
    ].join('\n---\n');
    const fields =
      '__typename ... on Role { rules { verbs } } ... on RoleBinding { roleRef { name } subjects { name } }';
    const role = { __typename: 'Role', rules: [{ verbs: ['get'] }] };
    const { objects } = await cluster.mutate<{ objects: unknown[] }>('createObject', { yaml }, `objects { ${fields} }`);
    expect(objects).toEqual([role, { __typename: 'RoleBinding', roleRef: { name: 'r' }, subjects: [] }]);
    const of = (version: string): string => `apiVersion: "${group}/${version}", kind: "Role"`;
    const query = `{
      object(${of('v1')}, name: "r") { ${fields} }
      objects(${of('v1beta1')}, filter: {namespaces: ["default"]}) { nodes { ${fields} } }
    }`;
    expect(await cluster.query(query)).toEqual({ object: role, objects: { nodes: [role] } });
  });

  it('have types to the last field, and zeros where Go has them', async () => {
    const template = {
      metadata: { labels: { app: 'typed' } },
      spec: {
        containers: [{ name: 'c', image: 'i', envFrom: [{ secretRef: { name: 's' } }] }],
        volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }],
      },
    };
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'typed' },
      spec: { replicas: 0, selector: { matchLabels: { app: 'typed' } }, template },
    };
    await cluster.mutate('createObject', { object }, 'object { id }');
    const query = `{ deployment(name: "typed") {
      metadata { creationTimestamp }
      spec {
        selector { matchLabels matchExpressions { key } }
        strategy { type rollingUpdate { maxSurge } }
        template { metadata { name labels } spec {
          containers { name envFrom { prefix secretRef { name optional } } resources { limits } securityContext { privileged } }
          volumes { name emptyDir { medium sizeLimit } hostPath { path } }
          affinity { nodeAffinity { requiredDuringSchedulingIgnoredDuringExecution { nodeSelectorTerms { matchFields { key } } } } }
          tolerations { key }
        } }
      }
    } }`;
    const { deployment } = await cluster.query<{ deployment: { spec: object } }>(query);
    expect(deployment.spec).toEqual({
      selector: { matchLabels: { app: 'typed' }, matchExpressions: [] },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
      template: {
        metadata: { name: null, labels: { app: 'typed' } },
        spec: {
          containers: [
            {
              name: 'c',
              envFrom: [{ prefix: null, secretRef: { name: 's', optional: null } }],
              resources: { limits: {} },
              securityContext: null,
            },
          ],
          volumes: [{ name: 'v', emptyDir: { medium: null, sizeLimit: '1Gi' }, hostPath: null }],
          affinity: null,
          tolerations: [],
        },
      },
    });
  });

  it('update, patch in three formats, apply, label and delete', async () => {
    const target = { apiVersion: 'v1', kind: 'ConfigMap', name: 'life' };
    const of = (data: Record<string, string>): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'life' },
      data,
    });
    const data = 'object { metadata { resourceVersion labels } ... on ConfigMap { data } }';
    const created = await cluster.mutate<{ object: { metadata: { resourceVersion: string } } }>(
      'createObject',
      { object: of({ a: '1' }) },
      data,
    );
    await cluster.mutate('updateObject', { object: of({ a: '2' }) }, data);
    const late = { object: of({ a: '3' }), resourceVersion: created.object.metadata.resourceVersion };
    expect((await cluster.attempt<Refused>('updateObject', late)).errors).toMatchObject([{ code: 'CONFLICT' }]);
    await cluster.mutate('patchObject', { ...target, type: 'MERGE', patch: { data: { b: '1' } } }, data);
    await cluster.mutate('patchObject', { ...target, type: 'STRATEGIC', patch: { data: { c: '1' } } }, data);
    await cluster.mutate('patchObject', { ...target, type: 'JSON', patch: [{ op: 'remove', path: '/data/a' }] }, data);
    await cluster.mutate('setLabels', { ...target, labels: { x: 'y' } }, data);
    await cluster.mutate('applyObject', { object: of({ d: '1' }), fieldManager: 'me' }, data);
    const query = '{ configMap(name: "life") { data metadata { labels } } }';
    expect(await cluster.query(query)).toEqual({
      configMap: { data: { b: '1', c: '1', d: '1' }, metadata: { labels: { x: 'y' } } },
    });
    const conflict = await cluster.attempt<Refused>('applyObject', { object: of({ d: '2' }), fieldManager: 'other' });
    expect(conflict.errors).toMatchObject([{ code: 'CONFLICT', field: ['object', 'data', 'd'] }]);
    await cluster.mutate('applyObject', { object: of({ d: '2' }), fieldManager: 'other', force: true }, data);
    await cluster.mutate('deleteObject', { ...target, dryRun: true }, 'isGone');
    expect((await cluster.mutate<{ isGone: boolean }>('deleteObject', target, 'isGone')).isGone).toBe(true);
    expect(await cluster.query(query)).toEqual({ configMap: null });
  });

  it('are created by way of trial, without a revision', async () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'trial' } };
    const fields = 'object { metadata { name resourceVersion } }';
    const made = await cluster.mutate('createObject', { object, dryRun: true }, fields);
    expect(made).toMatchObject({ object: { metadata: { name: 'trial', resourceVersion: '' } } });
  });

  it('have the parts of their kind only', async () => {
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'whole' }, data: { a: '1' } };
    await cluster.mutate('createObject', { object: config }, 'object { id }');
    const patch = { apiVersion: 'v1', kind: 'ConfigMap', name: 'whole', type: 'MERGE', patch: { data: { a: '2' } } };
    const missing = { code: 'NOT_FOUND', message: 'the server could not find the requested resource' };
    for (const subresource of ['foo', 'status', 'toString']) {
      const patched = await cluster.attempt<Refused>('patchObject', { ...patch, subresource });
      expect(patched.errors).toMatchObject([{ ...missing, field: ['subresource'] }]);
      const updated = await cluster.attempt<Refused>('updateObject', { object: { ...config, data: {} }, subresource });
      expect(updated.errors).toMatchObject([{ ...missing, field: ['subresource'] }]);
    }
    const finalize = { ...patch, kind: 'Namespace', name: 'default', subresource: 'finalize' };
    const { errors } = await cluster.attempt<Refused>('patchObject', finalize);
    expect(errors).toMatchObject([{ code: 'UNSUPPORTED', field: ['subresource'] }]);
    expect(await cluster.query('{ configMap(name: "whole") { data } }')).toEqual({ configMap: { data: { a: '1' } } });
  });

  it.each([
    ['v1', 'Node'],
    ['scheduling.k8s.io/v1', 'PriorityClass'],
    ['batch/v1', 'CronJob'],
    ['batch/v1', 'Job'],
    ['v1', 'Pod'],
  ])('of nothing are refused as data: %s %s', async (apiVersion, kind) => {
    const { errors } = await cluster.attempt<Refused>('createObject', { object: { apiVersion, kind } });
    expect(errors).toContainEqual(expect.objectContaining({ code: 'REQUIRED', field: ['object', 'metadata', 'name'] }));
  });

  it('cannot make an object grow by copies of itself', async () => {
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'copied' }, data: { a: '1' } };
    await cluster.mutate('createObject', { object: config }, 'object { id }');
    const patch = Array.from({ length: 100 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/k${i}` }));
    const target = { apiVersion: 'v1', kind: 'ConfigMap', name: 'copied', type: 'JSON', patch };
    const { errors } = await cluster.attempt<Refused>('patchObject', target);
    const cause = expect.stringMatching(/^Unable to complete the copy, .* exceeding the limit 3145728$/);
    expect(errors).toMatchObject([{ code: 'INVALID', cause, field: ['patch', expect.any(String)] }]);
  });

  it('reach a size as REST does, through the Scale', async () => {
    const own = await server.cluster();
    const labels = { app: 'sized' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'x' }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'sized' }, spec };
    await own.mutate('createObject', { object }, 'object { id }');
    const part = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'sized', subresource: 'scale' };
    const shown = 'object { metadata { labels } ... on Deployment { spec { replicas paused } } }';
    const merge = { metadata: { labels: { a: 'b' } }, spec: { replicas: 2, paused: true } };
    const rehearsed = { ...part, type: 'MERGE', patch: merge, dryRun: true };
    const two = { object: { metadata: { labels: {} }, spec: { replicas: 2, paused: null } } };
    expect(await own.mutate('patchObject', rehearsed, shown)).toMatchObject(two);
    const query = '{ deployment(name: "sized") { spec { replicas } } }';
    expect(await own.query(query)).toEqual({ deployment: { spec: { replicas: 1 } } });
    expect(await own.mutate('patchObject', { ...part, type: 'STRATEGIC', patch: merge }, shown)).toMatchObject(two);
    const json = [{ op: 'replace', path: '/spec/replicas', value: 3 }];
    const late = await own.attempt<Refused>('patchObject', {
      ...part,
      type: 'JSON',
      patch: json,
      resourceVersion: '1',
    });
    expect(late.errors).toMatchObject([{ code: 'CONFLICT' }]);
    await own.mutate('patchObject', { ...part, type: 'JSON', patch: json }, shown);
    expect(await own.query(query)).toEqual({ deployment: { spec: { replicas: 3 } } });
    const negative = { ...part, type: 'MERGE', patch: { spec: { replicas: -1 } } };
    const { errors } = await own.attempt<Refused>('patchObject', negative);
    expect(errors).toMatchObject([{ code: 'INVALID', field: ['patch', 'spec', 'replicas'], value: -1 }]);
  });

  it('do not replace a Scale, which does not say whose it is, nor write parts that are not served', async () => {
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'x' }, spec: { replicas: 5 } };
    for (const object of [scale, { ...scale, apiVersion: 'apps/v1', kind: 'Deployment' }]) {
      const { errors } = await cluster.attempt<Refused>('updateObject', { object, subresource: 'scale' });
      const message = expect.stringMatching(/^a Scale does not name its target: use patchObject/);
      expect(errors).toMatchObject([{ code: 'UNSUPPORTED', message, field: ['subresource'] }]);
    }
    const patch = { type: 'MERGE', patch: { metadata: { labels: { a: 'b' } } } };
    for (const [kind, subresource] of [
      ['Node', 'proxy'],
      ['Pod', 'scale'],
      ['ConfigMap', 'scale'],
    ]) {
      const target = { apiVersion: 'v1', kind, name: 'node-1', subresource };
      const { errors } = await cluster.attempt<Refused>('patchObject', { ...target, ...patch });
      expect(errors).toMatchObject([{ code: 'NOT_FOUND', field: ['subresource'] }]);
    }
  });

  it('are refused at the place in the input that is wrong', async () => {
    const taint = { name: 'node-1', key: 'a b', effect: 'NoSchedule' };
    const tainted = await cluster.attempt<Refused>('addTaint', taint);
    expect(tainted.errors).toMatchObject([{ code: 'INVALID', field: ['key'] }]);
    const object = podOf('unknown');
    object['spec'] = { containers: [{ name: 'a', image: 'x', foo: 1 }] };
    const created = await cluster.attempt<Refused>('createObject', { object });
    const field = ['object', 'spec', 'containers', '0', 'foo'];
    expect(created.errors).toMatchObject([{ code: 'BAD_USER_INPUT', field, value: 1 }]);
  });

  it('of bulk are refused one by one, and delete what a filter selects', async () => {
    const objects = [
      podOf('bulk-1', { labels: { set: 'bulk' } }),
      podOf('Bad Name'),
      podOf('bulk-2', { labels: { set: 'bulk' } }),
    ];
    const made = await cluster.attempt<Refused & { objects: unknown[] }>(
      'createObject',
      { objects, clientMutationId: 'x' },
      'clientMutationId objects { metadata { name } }',
    );
    expect(made).toMatchObject({
      clientMutationId: 'x',
      objects: [{ metadata: { name: 'bulk-1' } }, { metadata: { name: 'bulk-2' } }],
      errors: [{ code: 'INVALID', field: ['objects', '1', 'metadata', 'name'], value: 'Bad Name' }],
    });
    const gone = await cluster.mutate(
      'deleteObjects',
      { apiVersion: 'v1', kind: 'Pod', filter: { labelSelector: 'set=bulk' }, gracePeriodSeconds: 0 },
      'count',
    );
    expect(gone).toMatchObject({ count: 2 });
  });

  it('apply and delete many objects at once, by YAML or JSON', async () => {
    const yaml = ['one', 'two']
      .map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: many-${name} }\ndata: { key: ${name} }`)
      .join('\n---\n');
    const objects = ['one', 'two'].map((name) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `many-${name}` },
      data: { more: 'yes' },
    }));
    await cluster.mutate('applyObject', { yaml }, 'objects { id }');
    const applied = await cluster.mutate<{ objects: { data: object }[] }>(
      'applyObject',
      { objects, fieldManager: 'other' },
      'objects { ... on ConfigMap { data } }',
    );
    expect(applied.objects).toEqual([{ data: { key: 'one', more: 'yes' } }, { data: { key: 'two', more: 'yes' } }]);
    const absent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'absent' } };
    const deleted = await cluster.attempt<{ count: number; errors: { code: string }[] }>(
      'deleteObjects',
      { objects: [objects[0], absent] },
      'count',
    );
    expect(deleted).toMatchObject({ count: 1, errors: [{ code: 'NOT_FOUND' }] });
    expect(await cluster.mutate('deleteObjects', { yaml: yaml.split('---')[1] }, 'count')).toMatchObject({ count: 1 });
    for (const input of [{ kind: 'Pod', yaml }, { apiVersion: 'v1', kind: 'Pod' }, {}]) {
      expect(await cluster.attempt('deleteObjects', input)).toMatchObject({
        errors: [{ code: 'BAD_USER_INPUT', message: 'specify apiVersion, kind and filter, or objects, or yaml' }],
      });
    }
  });

  it('make many pods of one template', async () => {
    const { addPods } = await cluster.query<{ addPods: { pods: { metadata: { name: string } }[]; errors: unknown[] } }>(
      `mutation { addPods(input: {
        name: "bulk-{index}", count: 3, firstIndex: 7, requests: "cpu=10m,memory=1Mi", labels: "app=bulk"
      }) { pods { metadata { name labels } effectiveRequests { cpuMillis } } errors { message } } }`,
    );
    expect(addPods).toEqual({
      errors: [],
      pods: [7, 8, 9].map((i) => ({
        metadata: { name: `bulk-${i}`, labels: { app: 'bulk' } },
        effectiveRequests: { cpuMillis: 10 },
      })),
    });
    const object = podOf('ignored', { labels: { app: 'bulk' } });
    const copies = await cluster.mutate(
      'addPods',
      { name: 'copy', count: 2, object, labels: { tier: 'x' } },
      'pods { id metadata { name labels } }',
    );
    expect(copies).toMatchObject({
      pods: ['copy-1', 'copy-2'].map((name) => ({ metadata: { name, labels: { app: 'bulk', tier: 'x' } } })),
    });
    for (const wrong of [{ count: 0 }, { count: 1001 }, { object: { kind: 'Node' } }, { object, image: 'x' }]) {
      expect(await cluster.attempt('addPods', { name: 'x', ...wrong })).toMatchObject({
        errors: [{ code: 'BAD_USER_INPUT' }],
      });
    }
    const selected = { apiVersion: 'v1', kind: 'Pod', filter: { labelSelector: 'app=bulk' }, gracePeriodSeconds: 0 };
    expect(await cluster.mutate('deleteObjects', selected, 'count')).toMatchObject({ count: 5 });
  });

  it('say per cause where in the input it lies', async () => {
    const object = podOf('wrong');
    object['spec'] = { containers: [{ name: 'a', image: 'x', resources: { requests: { cpu: '-1' } } }, { name: 'a' }] };
    const { errors } = await cluster.attempt<Refused>('createObject', { object });
    expect(errors.map(({ code, field }) => [code, field?.join('.')])).toEqual(
      expect.arrayContaining([
        ['INVALID', 'object.spec.containers.0.resources.requests.cpu'],
        ['DUPLICATE', 'object.spec.containers.1.name'],
        ['REQUIRED', 'object.spec.containers.1.image'],
      ]),
    );
    expect(errors.every(({ message }) => message.startsWith('Pod "wrong" is invalid: ['))).toBe(true);
  });

  test.each([
    ['createObject', { object: { kind: 'Node', metadata: { name: 'x' } } }, 'BAD_USER_INPUT'],
    ['createObject', { object: podOf('x', { spec: { nope: 1 } }) }, 'BAD_USER_INPUT'],
    ['createObject', { object: podOf('x'), yaml: 'kind: Pod' }, 'BAD_USER_INPUT'],
    ['createObject', {}, 'BAD_USER_INPUT'],
    ['createObject', { yaml: '{{{' }, 'BAD_USER_INPUT'],
    ['createObject', { object: podOf('x'), namespace: 'absent' }, 'NOT_FOUND'],
    ['createObject', { object: { apiVersion: 'v9', kind: 'Nothing' } }, 'BAD_USER_INPUT'],
    ['createObject', { object: 'text' }, 'BAD_USER_INPUT'],
    ['createObject', { object: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } } }, 'ALREADY_EXISTS'],
    ['deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'absent' }, 'NOT_FOUND'],
    ['deleteObject', { apiVersion: 'v1', kind: 'Namespace', name: 'default' }, 'FORBIDDEN'],
    ['deleteObject', { apiVersion: 'v1', kind: 'Node', name: 'node-1', preconditions: { uid: 'other' } }, 'CONFLICT'],
    ['evictPod', { name: 'absent' }, 'NOT_FOUND'],
    ['bindPod', { name: 'absent', node: 'node-1' }, 'NOT_FOUND'],
    ['cordonNode', { name: 'absent' }, 'NOT_FOUND'],
    ['removeTaint', { name: 'node-1', key: 'absent' }, 'NOT_FOUND'],
    ['addNodes', { name: 'n', count: 0 }, 'BAD_USER_INPUT'],
    ['addNodes', { name: 'n', capacity: { cpu: 'many' } }, 'BAD_USER_INPUT'],
    ['stopHeartbeats', {}, 'BAD_USER_INPUT'],
    ['cordonNode', { name: 'node-1', resourceVersion: '1' }, 'CONFLICT'],
  ])('%s of %j is refused with %s', async (name, input, code) => {
    const { errors } = await cluster.attempt<Refused>(name, input);
    expect(errors.map((error) => error.code)).toEqual([code]);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    const pods = Array.from({ length: 7 }, (_, i) =>
      podOf(`page-${i}`, {
        cpu: `${10 * (7 - i)}m`,
        labels: { list: 'pages' },
        node: i % 2 === 0 ? 'node-1' : 'node-2',
      }),
    );
    await cluster.mutate('createObject', { objects: pods }, 'objects { id }');
  });

  interface Page {
    readonly pods: {
      readonly totalCount: number;
      readonly nodes: readonly { readonly metadata: { readonly name: string } }[];
      readonly pageInfo: {
        readonly hasNextPage: boolean;
        readonly hasPreviousPage: boolean;
        readonly startCursor: string;
        readonly endCursor: string;
      };
    };
  }
  const QUERY = `query ($first: Int, $after: String, $last: Int, $before: String, $selector: String, $field: PodOrderField!) {
    pods(filter: {labelSelector: $selector}, orderBy: {field: $field, direction: ASC}, first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { metadata { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const base = { selector: 'list=pages', field: 'CPU_REQUEST' };
  const page = async (variables: Record<string, unknown>): Promise<Page['pods']> =>
    (await cluster.query<Page>(QUERY, { ...base, ...variables })).pods;
  const names = ({ nodes }: Page['pods']): string[] => nodes.map(({ metadata }) => metadata.name);

  it('are cut into pages of one state, in both directions', async () => {
    const first = await page({ first: 3 });
    expect(names(first)).toEqual(['page-6', 'page-5', 'page-4']);
    expect(first).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    await cluster.mutate(
      'createObject',
      { object: podOf('page-late', { cpu: '1m', labels: { list: 'pages' } }) },
      'object { id }',
    );
    const second = await page({ first: 3, after: first.pageInfo.endCursor });
    expect(names(second)).toEqual(['page-3', 'page-2', 'page-1']);
    expect(second.totalCount).toBe(7);
    expect(names(await page({ last: 2, before: second.pageInfo.startCursor }))).toEqual(['page-5', 'page-4']);
    expect((await page({ first: 1 })).totalCount).toBe(8);
    await cluster.mutate(
      'deleteObject',
      { apiVersion: 'v1', kind: 'Pod', name: 'page-late', gracePeriodSeconds: 0 },
      'isGone',
    );
  });

  test.each([
    ['both ends', { first: 1, last: 1 }],
    ['no items', { first: 0 }],
    ['too many items', { first: 501 }],
    ['a negative number', { last: -1 }],
    ['an unknown cursor', { after: 'nonsense' }],
  ])('refuse %s', async (_name, variables) => {
    const { errors } = await cluster.send(QUERY, { ...base, ...variables });
    expect(errors).toMatchObject([{ path: ['pods'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('refuse the cursor of another list', async () => {
    const { pageInfo } = await page({ first: 1 });
    const { errors } = await cluster.send(QUERY, { ...base, selector: 'other', after: pageInfo.endCursor });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('filter by everything a filter has', async () => {
    const count = async (filter: string): Promise<number> =>
      (await cluster.query<Page>(`{ pods(filter: ${filter}) { totalCount } }`)).pods.totalCount;
    expect(await count('{nodeName: "node-1", labelSelector: "list"}')).toBe(4);
    expect(await count('{fieldSelector: "spec.nodeName=node-2", labels: {matchLabels: {list: "pages"}}}')).toBe(3);
    expect(await count('{names: ["page-1", "page-2", "nobody"]}')).toBe(2);
    expect(await count('{namespaces: ["kube-system", "kube-public"]}')).toBe(0);
    expect(await count('{search: "PAGE-3"}')).toBe(1);
    expect(await count('{createdAfter: "2030-01-01T00:00:00Z"}')).toBe(0);
    expect(
      await count(
        '{qosClasses: [Burstable], labels: {matchExpressions: [{key: "list", operator: "In", values: ["pages"]}]}}',
      ),
    ).toBe(7);
    expect(await count('{unscheduledOnly: true, labelSelector: "list=pages"}')).toBe(0);
    expect(await count('{phases: [Succeeded, Failed]}')).toBe(0);
    expect(await count('{priorityAtLeast: 1}')).toBe(0);
  });
});

it('reads, writes and follows objects of kinds that the cluster defines', async () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'lamps', kind: 'Lamp' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { watts: { type: 'integer', default: 5 } } } },
            },
          },
        },
      ],
    },
  };
  const made = await cluster.mutate<{ object: unknown }>(
    'createObject',
    { object: definition },
    'object { __typename ... on CustomResourceDefinition { spec { group scope names { kind listKind } } } }',
  );
  expect(made.object).toEqual({
    __typename: 'CustomResourceDefinition',
    spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Lamp', listKind: 'LampList' } },
  });
  const OF_LAMPS = 'apiVersion: "example.com/v1", kind: "Lamp"';
  await until('the kind is served', async () => {
    const { apiResources } = await cluster.query<{ apiResources: { kind: string }[] }>('{ apiResources { kind } }');
    return apiResources.some(({ kind }) => kind === 'Lamp');
  });
  const { serverInfo } = await cluster.query<{ serverInfo: { resourceVersion: string } }>(
    '{ serverInfo { resourceVersion } }',
  );
  const watch = cluster.subscribe(
    `subscription { objectEvents(${OF_LAMPS}, resourceVersion: "${serverInfo.resourceVersion}") { type object { metadata { name } ... on Unstructured { spec } } } }`,
  );
  const object = { apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name: 'a', labels: { room: 'hall' } } };
  const fields = 'object { id __typename metadata { name generation } ... on Unstructured { spec } }';
  const { object: lamp } = await cluster.mutate<{ object: { id: string } }>(
    'createObject',
    { object: { ...object, spec: {} } },
    fields,
  );
  expect(lamp).toMatchObject({ __typename: 'Unstructured', metadata: { name: 'a' }, spec: { watts: 5 } });
  const target = { apiVersion: 'example.com/v1', kind: 'Lamp', name: 'a' };
  const { object: patched } = await cluster.mutate<{ object: unknown }>(
    'patchObject',
    { ...target, type: 'MERGE', patch: { spec: { watts: 7 } } },
    fields,
  );
  expect(patched).toMatchObject({ metadata: { generation: 2 }, spec: { watts: 7 } });
  const { errors } = await cluster.attempt<Refused>('patchObject', {
    ...target,
    type: 'MERGE',
    patch: { spec: { watts: 'x' } },
  });
  expect(errors).toMatchObject([
    { code: 'INVALID', message: expect.stringMatching(/must be of type integer/) as unknown },
  ]);
  const found = await cluster.query(
    `query ($id: ID!) {
      objects(${OF_LAMPS}, filter: { labelSelector: "room=hall" }) { totalCount nodes { metadata { name } } }
      object(${OF_LAMPS}, name: "a") { ... on Unstructured { spec } }
      objectById(id: $id) { metadata { name } } }`,
    { id: lamp.id },
  );
  expect(found).toEqual({
    objects: { totalCount: 1, nodes: [{ metadata: { name: 'a' } }] },
    object: { spec: { watts: 7 } },
    objectById: { metadata: { name: 'a' } },
  });
  await cluster.mutate('deleteObject', target, 'isGone');
  const events = await watch.until((all) => all.length === 3);
  expect(events).toMatchObject([
    { type: 'ADDED', object: { spec: { watts: 5 } } },
    { type: 'MODIFIED', object: { spec: { watts: 7 } } },
    { type: 'DELETED' },
  ]);
  watch.stop();
});

it('leads from objects to others, and back by id', async () => {
  const query = `{ node(name: "node-1") {
      id zone taints { key } requested { cpuMillis pods } allocatable { memoryBytes } utilization { cpuPercent } lease { spec { holderIdentity } }
      pods(first: 1) { totalCount nodes { id qosClass effectiveRequests { cpuMillis } node { metadata { name } } } } }
    clusterSummary { nodes { total } zones { name nodes { total } } }
    priorityClass(name: "system-node-critical") { value }
    apiResources { name kind } serverInfo { version cluster } }`;
  const answer = await cluster.query<{
    node: { id: string; pods: { nodes: { id: string }[] } };
    apiResources: { kind: string }[];
  }>(query);
  expect(answer).toMatchObject({
    node: {
      zone: 'zone-1',
      taints: [],
      requested: { cpuMillis: 160, pods: 4 },
      allocatable: { memoryBytes: 16 * 1024 ** 3 },
      utilization: { cpuPercent: 4 },
      pods: {
        totalCount: 4,
        nodes: [
          { qosClass: 'Burstable', effectiveRequests: { cpuMillis: 70 }, node: { metadata: { name: 'node-1' } } },
        ],
      },
    },
    clusterSummary: {
      nodes: { total: 2 },
      zones: [
        { name: 'zone-1', nodes: { total: 1 } },
        { name: 'zone-2', nodes: { total: 1 } },
      ],
    },
    priorityClass: { value: 2_000_001_000 },
    serverInfo: { version: 'v1.34.0', cluster: cluster.name },
  });
  expect(answer.apiResources.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Pod', 'Node', 'Lease', 'PodDisruptionBudget']),
  );
  const ids = [answer.node.id, answer.node.pods.nodes[0]!.id];
  const again = await cluster.query('query ($ids: [ID!]!) { objectsById(ids: $ids) { __typename kind } }', { ids });
  expect(again).toEqual({
    objectsById: [
      { __typename: 'Node', kind: 'Node' },
      { __typename: 'Pod', kind: 'Pod' },
    ],
  });
  const yaml = await cluster.query<{ object: { yaml: string } }>(
    '{ object(apiVersion: "v1", kind: "Namespace", name: "default") { yaml } }',
  );
  expect(yaml.object.yaml).toContain('kind: Namespace');
});
