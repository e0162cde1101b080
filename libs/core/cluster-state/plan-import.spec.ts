import { kindByGvk, type KubeObject } from '@orrery/api-types';
import { LeftOutReason } from './left-out';
import { planImport, type ImportPlan } from './plan-import';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const AS_OF = '2026-01-01T00:00:00Z';

type Json = Record<string, unknown>;
interface Given {
  readonly apiVersion?: string;
  readonly metadata?: Json;
  readonly [field: string]: unknown;
}

const object = (kind: string, name: string, { apiVersion = 'v1', metadata = {}, ...rest }: Given = {}): Json => ({
  apiVersion,
  kind,
  metadata: {
    name,
    uid: `uid-of-${name}`,
    resourceVersion: '7',
    creationTimestamp: '2025-12-31T00:00:00Z',
    ...metadata,
  },
  ...rest,
});
const inNamespace = (namespace: string): Given => ({ metadata: { namespace } });
const SPEC = { containers: [{ name: 'c', image: 'nginx' }] };
const pod = (name: string, spec: Json = {}, metadata: Json = {}): Json =>
  object('Pod', name, { metadata: { namespace: 'shop', ...metadata }, spec: { ...SPEC, ...spec } });
const NAMESPACE = object('Namespace', 'shop', { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });

function plan(read: readonly unknown[], has: readonly Json[] = []): ImportPlan {
  const cluster = has as unknown as KubeObject[];
  return planImport(
    read,
    {
      nowMs: NOW,
      kindOf: (apiVersion, kind) => {
        const found = kindByGvk(apiVersion, kind);
        return found?.versionsOf.modern.includes(apiVersion) ? found : undefined;
      },
      existing: ({ kind }, namespace, name) =>
        cluster.find((e) => e.kind === kind && (e.metadata.namespace ?? '') === namespace && e.metadata.name === name),
      hasUid: (uid) => cluster.some((each) => each.metadata.uid === uid),
      newUid: (place) => `new-uid-of ${place}`,
    },
    { asOfMs: Date.parse(AS_OF) },
  );
}

const written = (from: ImportPlan, name: string): KubeObject | undefined =>
  from.objects.find((each) => each.object.metadata.name === name)?.object;

describe('what is written', () => {
  it('keeps identities, owners, nodes, statuses and ages', () => {
    const status = {
      phase: 'Running',
      startTime: '2025-12-31T00:00:05Z',
      containerStatuses: [{ name: 'c', ready: true, restartCount: 3, image: 'nginx', imageID: 'x' }],
    };
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'uid-of-web', controller: true };
    const set = object('ReplicaSet', 'web', {
      apiVersion: 'apps/v1',
      metadata: { namespace: 'shop', annotations: { at: '2025-12-31T00:00:00Z' } },
      spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: SPEC } },
    });
    const running = { ...pod('web-1', { nodeName: 'n1' }, { ownerReferences: [owner] }), status };
    const outcome = plan([running, set, NAMESPACE, object('Node', 'n1')]);
    expect(outcome).toMatchObject({ leftOut: [], changed: [] });
    // 59 days later everything is as old as it was.
    expect(written(outcome, 'web-1')).toMatchObject({
      metadata: { uid: 'uid-of-web-1', creationTimestamp: '2026-02-28T00:00:00Z', ownerReferences: [owner] },
      spec: { nodeName: 'n1', restartPolicy: 'Always' },
      status: { ...status, startTime: '2026-02-28T00:00:05Z' },
    });
    expect(written(outcome, 'web')?.metadata.annotations).toEqual({ at: '2025-12-31T00:00:00Z' });
    expect(outcome.objects.map((each) => each.object.kind)).toEqual(['Namespace', 'Node', 'ReplicaSet', 'Pod']);
    expect(written(outcome, 'web')?.metadata.resourceVersion).toBeUndefined();
  });

  it('refers to objects that the cluster has by their uids there', () => {
    const account = object('ServiceAccount', 'default', inNamespace('shop'));
    const secret = object('Secret', 's', {
      metadata: { namespace: 'shop', annotations: { 'kubernetes.io/service-account.uid': 'uid-of-default' } },
    });
    const outcome = plan(
      [NAMESPACE, account, secret],
      [object('ServiceAccount', 'default', { metadata: { namespace: 'shop', uid: 'here' } })],
    );
    expect(written(outcome, 's')?.metadata.annotations).toEqual({ 'kubernetes.io/service-account.uid': 'here' });
    expect(outcome.objects.find((each) => each.object.kind === 'ServiceAccount')).toMatchObject({
      object: { metadata: { uid: 'here' } },
      replaces: { metadata: { uid: 'here' } },
    });
  });

  it('reads objects of kinds that the import defines, and keeps those definitions first', () => {
    const definition = object('CustomResourceDefinition', 'shops.example.com', {
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'shops', kind: 'Shop' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
              },
            },
          },
        ],
      },
    });
    const shops = ['mine', 'bad'].map((name) =>
      object('Shop', name, {
        apiVersion: 'example.com/v1',
        metadata: { namespace: 'shop' },
        spec: { size: name === 'bad' ? 'x' : 3 },
      }),
    );
    const outcome = plan([...shops, NAMESPACE, definition]);
    expect(outcome.objects.map((each) => each.object.metadata.name)).toEqual(['shops.example.com', 'shop', 'mine']);
    expect(outcome.leftOut).toMatchObject([{ name: 'bad', text: expect.stringContaining('spec.size') }]);
  });

  it('makes namespaces that a dump of some namespaces lacks', () => {
    const outcome = plan([pod('p')]);
    expect(written(outcome, 'shop')).toMatchObject({
      metadata: { uid: expect.any(String) },
      status: { phase: 'Active' },
    });
    expect(outcome.changed).toMatchObject([{ kind: 'Namespace', name: 'shop', text: 'is made for the objects in it' }]);
  });

  it('takes the time of the dump from what it tells of', () => {
    const lease = object('Lease', 'n1', {
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { namespace: 'kube-node-lease' },
      spec: { renewTime: '2026-01-05T00:00:00.000000Z' },
    });
    const target = {
      nowMs: NOW,
      kindOf: kindByGvk,
      existing: () => undefined,
      hasUid: () => false,
      newUid: () => 'u',
    };
    const outcome = planImport([lease, NAMESPACE], target);
    expect(outcome.asOfMs).toBe(Date.parse('2026-01-05T00:00:00Z'));
    expect(written(outcome, 'n1')).toMatchObject({ spec: { renewTime: '2026-03-01T00:00:00.000000Z' } });
  });
});

it('reads lists, whose items need not say what they are', () => {
  const { kind: _kind, apiVersion: _version, ...item } = object('ConfigMap', 'c', inNamespace('shop'));
  const outcome = plan([
    { apiVersion: 'v1', kind: 'List', items: [NAMESPACE, { apiVersion: 'v1', kind: 'ConfigMapList', items: [item] }] },
  ]);
  expect(outcome).toMatchObject({
    leftOut: [],
    objects: [{ kind: { kind: 'Namespace' } }, { kind: { kind: 'ConfigMap' } }],
  });
});

describe('what is left out', () => {
  const webhook = (clientConfig: object): Json =>
    object('ValidatingWebhookConfiguration', 'hook', {
      apiVersion: 'admissionregistration.k8s.io/v1',
      webhooks: [{ name: 'a.b.c', clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
    });
  const cases: readonly [name: string, given: unknown, text: string, has?: readonly Json[]][] = [
    ['no object', { kind: 'Pod' }, LeftOutReason.NoObject],
    ['no object at all', 7, LeftOutReason.NoObject],
    [
      'a kind that nothing defines',
      object('Route', 'r', { apiVersion: 'route.openshift.io/v1' }),
      LeftOutReason.NoSuchKind,
    ],
    ['a version that is gone', object('Ingress', 'i', { apiVersion: 'extensions/v1beta1' }), LeftOutReason.NoSuchKind],
    [
      'what is computed',
      object('PodMetrics', 'm', { apiVersion: 'metrics.k8s.io/v1beta1', metadata: { namespace: 'shop' } }),
      LeftOutReason.NotStored,
    ],
    ['what clusters publish', object('ConfigMap', 'kube-root-ca.crt', inNamespace('shop')), LeftOutReason.Own],
    [
      'roles that the cluster has',
      object('ClusterRole', 'admin', { apiVersion: 'rbac.authorization.k8s.io/v1' }),
      LeftOutReason.Own,
      [object('ClusterRole', 'admin')],
    ],
    ['webhooks in pods', webhook({ service: { namespace: 'a', name: 'b' } }), LeftOutReason.Program],
    ['pods of absent nodes', pod('p', { nodeName: 'n1' }), 'its node "n1" is neither in the import nor in the cluster'],
    ['what has wrong types', pod('p', { priority: 'high' }), 'Pod in version "v1" cannot be handled as a Pod: '],
    ['what breaks rules', pod('p', { containers: [] }), 'spec.containers: Required value'],
  ];
  it.each(cases)('%s', (_name, given, text, has = []) => {
    const outcome = plan([NAMESPACE, given], has);
    expect(outcome.leftOut).toEqual([expect.objectContaining({ text: expect.stringContaining(text) })]);
    expect(outcome.objects.map((each) => each.object.kind)).toEqual(['Namespace']);
  });

  it.each([
    ['webhooks elsewhere', webhook({ url: 'https://example.com/' })],
    [
      'roles that the cluster lacks',
      object('ClusterRole', 'system:coredns', { apiVersion: 'rbac.authorization.k8s.io/v1' }),
    ],
    ['pods with containers that were added', pod('p', { ephemeralContainers: [{ name: 'debug', image: 'i' }] })],
  ])('but not %s', (_name, given) => expect(plan([NAMESPACE, given])).toMatchObject({ leftOut: [], changed: [] }));

  it('the older ones of several versions, wherever they stand', () => {
    const versions = [6, 9, 8].map((version) =>
      pod('p', {}, { resourceVersion: String(version), labels: { v: String(version) } }),
    );
    const outcome = plan([NAMESPACE, ...versions]);
    expect(written(outcome, 'p')?.metadata.labels).toEqual({ v: '9' });
    expect(outcome.leftOut.map(({ text }) => text)).toEqual([LeftOutReason.Older, LeftOutReason.Older]);
  });
});

describe('what is changed', () => {
  const cases: readonly [string, Json, string, object][] = [
    [
      'owners that are not there',
      pod('p', {}, { ownerReferences: [{ apiVersion: 'argoproj.io/v1', kind: 'Rollout', name: 'r', uid: 'gone' }] }),
      'loses its owner, Rollout r, which is not there',
      { metadata: { name: 'p' } },
    ],
    [
      'static pods',
      pod('p', { nodeName: 'n1' }, { annotations: { 'kubernetes.io/config.mirror': 'x', mine: 'y' } }),
      'is an ordinary pod here',
      { metadata: { annotations: { mine: 'y' } } },
    ],
    [
      'tokens',
      object('Secret', 'p', {
        metadata: { namespace: 'shop', annotations: { 'kubernetes.io/service-account.name': 'default' } },
        type: 'kubernetes.io/service-account-token',
        data: { token: 'eA==', extra: 'eA==' },
      }),
      'gets a token of this cluster',
      { data: { extra: 'eA==' } },
    ],
  ];
  it.each(cases)('%s', (_name, given, text, expected) => {
    const outcome = plan([NAMESPACE, object('Node', 'n1'), given]);
    expect(outcome).toMatchObject({ leftOut: [], changed: [{ name: 'p', text: expect.stringContaining(text) }] });
    expect(written(outcome, 'p')).toMatchObject(expected);
    expect(written(outcome, 'p')?.metadata.ownerReferences).toBeUndefined();
  });
});
