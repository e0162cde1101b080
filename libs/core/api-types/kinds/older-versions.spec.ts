import { convert, deprecationText, kindByGvk, type KubeObject } from '../index';

const metadata = { name: 'a', namespace: 'x' };
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [] } };
const body = (apiVersion: string, kind: string, spec: unknown, more: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { ...metadata, ...more }, spec }) as unknown as KubeObject;

const NO_LIMIT = 2147483647;
const FROM_TEMPLATE = { template, selector: { matchLabels: { app: 'a' } } };
const ON_DELETE = { updateStrategy: { type: 'OnDelete' } };

describe('what the first versions of workloads fill by themselves', () => {
  test.each([
    ['apps/v1beta1', 'Deployment', { template }, { ...FROM_TEMPLATE, revisionHistoryLimit: 2 }],
    [
      'extensions/v1beta1',
      'Deployment',
      { template },
      {
        ...FROM_TEMPLATE,
        revisionHistoryLimit: NO_LIMIT,
        progressDeadlineSeconds: NO_LIMIT,
        strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
      },
    ],
    [
      'extensions/v1beta1',
      'Deployment',
      { template, revisionHistoryLimit: 3, progressDeadlineSeconds: 5, strategy: { type: 'Recreate' } },
      { ...FROM_TEMPLATE, revisionHistoryLimit: 3, progressDeadlineSeconds: 5, strategy: { type: 'Recreate' } },
    ],
    ['apps/v1beta1', 'StatefulSet', { template }, { ...FROM_TEMPLATE, ...ON_DELETE }],
    ['extensions/v1beta1', 'DaemonSet', { template }, { ...FROM_TEMPLATE, ...ON_DELETE }],
    [
      'extensions/v1beta1',
      'DaemonSet',
      { template, updateStrategy: { type: 'RollingUpdate' } },
      { ...FROM_TEMPLATE, updateStrategy: { type: 'RollingUpdate' } },
    ],
    ['extensions/v1beta1', 'ReplicaSet', { template }, FROM_TEMPLATE],
    ['apps/v1beta2', 'Deployment', { template }, { template }],
  ])('%s %s %j', (apiVersion, kind, given, stored) => {
    expect(convert(body(apiVersion, kind, given), 'apps/v1').spec).toEqual(stored);
  });

  test('labels come from the template, unless there are some', () => {
    const labelsOf = (labels?: object): unknown =>
      convert(body('extensions/v1beta1', 'ReplicaSet', { template }, { labels }), 'apps/v1').metadata.labels;
    expect(labelsOf()).toEqual({ app: 'a' });
    expect(labelsOf({})).toEqual({ app: 'a' });
    expect(labelsOf({ own: 'b' })).toEqual({ own: 'b' });
  });

  test.each([
    [{ revision: 3 }, '3', { revision: 3 }],
    [{}, '0', {}],
  ])('a request to go back, %j, is an annotation of other versions', (rollbackTo, annotation, shown) => {
    const old = body('extensions/v1beta1', 'Deployment', { template, rollbackTo }, { annotations: { a: 'b' } });
    const stored = convert(old, 'apps/v1');
    expect(stored.metadata.annotations).toEqual({ a: 'b', 'deprecated.deployment.rollback.to': annotation });
    expect(stored.spec).not.toHaveProperty('rollbackTo');
    const back = convert(stored, 'apps/v1beta1');
    expect(back.metadata.annotations).toEqual({ a: 'b' });
    expect(back.spec).toMatchObject({ rollbackTo: shown });
  });

  test('nothing is filled on the way out, and the given object stays as it is', () => {
    const stored = Object.freeze(body('apps/v1', 'Deployment', Object.freeze({ template })));
    expect(convert(stored, 'extensions/v1beta1')).toEqual({ ...stored, apiVersion: 'extensions/v1beta1' });
    const old = Object.freeze(body('extensions/v1beta1', 'DaemonSet', Object.freeze({ template })));
    expect(convert(old, 'apps/v1').spec).not.toBe(old.spec);
  });

  test.each([
    [null],
    ['text'],
    [[]],
    [{ template: 5, strategy: 'x', updateStrategy: [] }],
    [{ template: { metadata: 1 } }],
  ])('a spec that is %j is left to decoding', (spec) => {
    for (const kind of ['Deployment', 'DaemonSet', 'ReplicaSet']) {
      expect(() => convert(body('extensions/v1beta1', kind, spec), 'apps/v1')).not.toThrow();
    }
  });
});

describe('Ingress', () => {
  const path = { path: '/x', backend: { serviceName: 's', servicePort: 80 } };
  const old = {
    backend: { serviceName: 'd', servicePort: 'http' },
    rules: [{ host: 'h', http: { paths: [path] } }, { host: 'empty' }],
    tls: [],
  };
  const service = { service: { name: 's', port: { number: 80 } } };
  const current = {
    defaultBackend: { service: { name: 'd', port: { name: 'http' } } },
    rules: [
      { host: 'h', http: { paths: [{ pathType: 'ImplementationSpecific', path: '/x', backend: service }] } },
      { host: 'empty' },
    ],
    tls: [],
  };
  const resource = { resource: { kind: 'Bucket', name: 'b' } };

  test.each(['extensions/v1beta1', 'networking.k8s.io/v1beta1'])('%s names services in its own way', (version) => {
    expect(convert(body(version, 'Ingress', old), 'networking.k8s.io/v1').spec).toEqual(current);
    const out = convert(body('networking.k8s.io/v1', 'Ingress', current), version).spec;
    const paths = [{ ...path, pathType: 'ImplementationSpecific' }];
    expect(out).toEqual({ ...old, rules: [{ host: 'h', http: { paths } }, { host: 'empty' }] });
  });

  test('the two older versions are one shape, and other backends stay', () => {
    const given = body('extensions/v1beta1', 'Ingress', { backend: resource });
    expect(convert(given, 'networking.k8s.io/v1beta1').spec).toBe(given.spec);
    expect(convert(given, 'networking.k8s.io/v1').spec).toEqual({ defaultBackend: resource });
  });

  test.each([
    [null],
    [7],
    [{ rules: 'x' }],
    [{ rules: [null, { http: 1 }, { http: { paths: [null, { backend: 3 }] } }] }],
  ])('a spec that is %j is left to decoding', (spec) => {
    for (const [from, to] of [
      ['extensions/v1beta1', 'networking.k8s.io/v1'],
      ['networking.k8s.io/v1', 'extensions/v1beta1'],
    ]) {
      expect(() => convert(body(from!, 'Ingress', spec), to!)).not.toThrow();
    }
  });
});

test('reviews call groups by the name of their version', () => {
  const old = body('authorization.k8s.io/v1beta1', 'SubjectAccessReview', { user: 'u', group: ['g'] });
  const stored = convert(old, 'authorization.k8s.io/v1');
  expect(stored.spec).toEqual({ user: 'u', groups: ['g'] });
  expect(convert(stored, 'authorization.k8s.io/v1beta1')).toEqual(old);
});

describe('warnings of deprecated versions', () => {
  test.each([
    ['extensions/v1beta1', 'Ingress', 'v1.14+, unavailable in v1.22+; use networking.k8s.io/v1 Ingress'],
    ['coordination.k8s.io/v1beta1', 'Lease', 'v1.19+, unavailable in v1.22+; use coordination.k8s.io/v1 Lease'],
  ])('%s %s', (apiVersion, kind, end) => {
    const info = kindByGvk(apiVersion, kind)!;
    expect(deprecationText(info, apiVersion, 'k8s-1.20')).toBe(`${apiVersion} ${kind} is deprecated in ${end}`);
    expect(deprecationText(info, apiVersion, 'okd-legacy')).toBeUndefined();
    expect(deprecationText(info, info.storageApiVersion, 'k8s-1.20')).toBeUndefined();
  });
});
