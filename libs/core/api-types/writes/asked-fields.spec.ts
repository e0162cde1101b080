import { randomFor } from '@orrery/time';
import {
  kindByGvk,
  prepareForCreate,
  prepareForUpdate,
  recordUpdate,
  type KubeObject,
  type ReleaseName,
} from '../index';

/** A new object, and the fields that its creator owns. */
function created(apiVersion: string, kind: string, fields: object, release: ReleaseName) {
  const info = kindByGvk(apiVersion, kind)!;
  const context = { release, apiVersion, now: 0, uid: () => 'u', random: randomFor('x') };
  const body = { apiVersion, kind, metadata: { name: 'x' }, ...fields };
  const verdict = prepareForCreate(info, body, { ...context, ...(info.namespaced ? { namespace: 'default' } : {}) });
  if (!verdict.ok) throw verdict.error;
  const record = { kind: info, next: verdict.asked, manager: 'creator', now: 0, release, apiVersion };
  return { object: verdict.object, owned: recordUpdate(record)[0]?.fieldsV1 as Record<string, unknown> | undefined };
}

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };

describe('fields that a creator owns', () => {
  test('an empty list that is stored as null, where it was sent', () => {
    const sent = created('rbac.authorization.k8s.io/v1', 'Role', { rules: [] }, 'modern');
    expect(sent).toMatchObject({ object: { rules: null }, owned: { 'f:rules': {} } });
    const leftOut = created('rbac.authorization.k8s.io/v1', 'Role', {}, 'modern');
    expect(leftOut).toMatchObject({ object: { rules: null }, owned: undefined });
    const range = created('v1', 'LimitRange', { spec: { limits: [] } }, 'modern');
    expect(range).toMatchObject({ object: { spec: { limits: null } }, owned: { 'f:spec': { 'f:limits': {} } } });
  });

  test('a field that 1.20 has and switches off, but none that it does not have', () => {
    const spec = { ports: [{ port: 80 }], ipFamilyPolicy: 'RequireDualStack', internalTrafficPolicy: 'Local' };
    const { object, owned } = created('v1', 'Service', { spec }, 'k8s-1.20');
    expect(owned!['f:spec']).toHaveProperty('f:ipFamilyPolicy');
    expect(owned!['f:spec']).not.toHaveProperty('f:internalTrafficPolicy');
    expect(object.spec).not.toHaveProperty('ipFamilyPolicy');
    expect(object.spec).not.toHaveProperty('internalTrafficPolicy');
  });

  test('no field that defaults of today fill and 1.20 switches off', () => {
    const { owned } = created('v1', 'Service', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }, 'k8s-1.20');
    expect(owned!['f:spec']).toHaveProperty('f:externalTrafficPolicy');
    expect(owned!['f:spec']).not.toHaveProperty('f:allocateLoadBalancerNodePorts');
  });

  test('a data source that is no claim is cleared, and its null group was sent', () => {
    const spec = { ...CLAIM, dataSource: { kind: 'Foo', name: 'x' } };
    const { object, owned } = created('v1', 'PersistentVolumeClaim', { spec }, 'k8s-1.20');
    expect(owned!['f:spec']).toMatchObject({
      'f:dataSource': { '.': {}, 'f:apiGroup': {}, 'f:kind': {}, 'f:name': {} },
    });
    expect(object.spec).not.toHaveProperty('dataSource');
  });
});

test('a data source of today is in both fields, and a pointer without a value is null', () => {
  const source = { kind: 'PersistentVolumeClaim', name: 'x' };
  const spec = (given: object): unknown =>
    (created('v1', 'PersistentVolumeClaim', { spec: { ...CLAIM, ...given } }, 'modern').object as KubeObject).spec;
  const both = { dataSource: { apiGroup: null, ...source }, dataSourceRef: { apiGroup: null, ...source } };
  expect(spec({ dataSource: source })).toMatchObject(both);
  expect(spec({ dataSourceRef: source })).toMatchObject(both);
  const other = { apiGroup: 'a.b', kind: 'Foo', name: 'x' };
  expect(spec({ dataSourceRef: other })).toMatchObject({ dataSourceRef: other });
  expect(spec({ dataSourceRef: other })).not.toHaveProperty('dataSource');
});

test('a status that is sent with a Deployment belongs to its sender in 1.20, though it is not stored', () => {
  const kind = kindByGvk('apps/v1', 'Deployment')!;
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const { object: old } = created('apps/v1', 'Deployment', { spec }, 'k8s-1.20');
  const stored = { ...old, status: { replicas: 1 } } as KubeObject;
  const input = { ...structuredClone(stored), status: { replicas: 5 } };
  const verdict = prepareForUpdate(kind, stored, input, { release: 'k8s-1.20', namespace: 'default', isPatch: true });
  if (!verdict.ok) throw verdict.error;
  expect(verdict.object.status).toEqual({ replicas: 1 });
  const metadata = {
    ...verdict.asked.metadata,
    managedFields: [{ manager: 'a', operation: 'Update', fieldsV1: { 'f:spec': {} } }],
  };
  const next = { ...verdict.asked, metadata } as unknown as KubeObject;
  const owners = recordUpdate({ kind, old: stored, next, manager: 'b', now: 0, release: 'k8s-1.20' });
  expect(owners.find(({ manager }) => manager === 'b')!.fieldsV1).toEqual({ 'f:status': { 'f:replicas': {} } });
});

test('addresses of a pod are owned as they are converted, whichever the writer named', () => {
  const kind = kindByGvk('v1', 'Pod')!;
  const { object } = created('v1', 'Pod', { spec: { containers: [{ name: 'c', image: 'i' }] } }, 'k8s-1.20');
  const stored = { ...object, status: { podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }] } } as unknown as KubeObject;
  const input = { ...structuredClone(stored), status: { podIP: '1.2.3.4', podIPs: [{ ip: 'x' }] } };
  const context = { release: 'k8s-1.20', namespace: 'default', subresource: 'status' } as const;
  const verdict = prepareForUpdate(kind, stored, input, context);
  if (!verdict.ok) throw verdict.error;
  expect(verdict.asked.status).toMatchObject({ podIPs: [{ ip: '1.2.3.4' }] });
});
