import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, recordUpdate, type KubeObject, type ReleaseName } from '../index';

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
