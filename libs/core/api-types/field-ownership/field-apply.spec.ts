import { kindByGvk, type KubeObject } from '../index';
import { recordUpdate, type ManagedFieldsEntry } from './managed-fields';
import { recordFieldApply } from './field-apply';

const kind = kindByGvk('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema')!;

function schema(conditions: readonly object[], managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  const metadata = { name: 'x', managedFields };
  return { apiVersion: kind.storageApiVersion, kind: 'FlowSchema', metadata, status: { conditions } } as never;
}

test('a component that applies a status owns the fields that it names, and no list', () => {
  const conditions = [{ type: 'Dangling', status: 'True', reason: 'NotFound' }];
  const other = { status: 'True', type: 'Dangling' };
  const old = schema(
    [],
    [{ manager: 'creator', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }],
  );
  const written = schema(
    [other],
    recordUpdate({
      kind,
      old,
      next: schema([other], old.metadata.managedFields as never),
      manager: 'other',
      subresource: 'status',
      now: 0,
    }),
  );
  const record = {
    kind,
    next: schema(conditions, written.metadata.managedFields as never),
    manager: 'consumer',
    now: 1000,
  };
  expect(recordFieldApply(record, 'status')).toMatchObject([
    {
      manager: 'consumer',
      operation: 'Apply',
      subresource: 'status',
      fieldsV1: {
        'f:status': {
          'f:conditions': { 'k:{"type":"Dangling"}': { '.': {}, 'f:reason': {}, 'f:status': {}, 'f:type': {} } },
        },
      },
    },
    { manager: 'creator' },
  ]);
});

test('one that applies another field owns it beside the object', () => {
  const role = kindByGvk('rbac.authorization.k8s.io/v1', 'ClusterRole')!;
  const next = { apiVersion: role.storageApiVersion, kind: 'ClusterRole', metadata: { name: 'x' }, rules: [] } as never;
  const [entry, ...others] = recordFieldApply({ kind: role, next, manager: 'aggregator', now: 0 }, 'rules');
  expect(entry).toMatchObject({ manager: 'aggregator', operation: 'Apply', fieldsV1: { 'f:rules': {} } });
  expect(entry).not.toHaveProperty('subresource');
  expect(others).toEqual([]);
});
