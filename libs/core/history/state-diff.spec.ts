import { diffObjects } from './state-diff';

const map = (name: string, data: object, metadata: object = {}, namespace = 'default') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, ...metadata },
  data,
});
const text = (differences: ReturnType<typeof diffObjects>): string[] =>
  differences.map(({ change, object: { metadata }, fields }) =>
    [change, `${metadata.namespace}/${metadata.name}`, ...fields.map(({ path }) => path)].join(' '),
  );

test('objects are added, removed and changed by field', () => {
  const same = map('same', {});
  const before = [map('gone', {}), map('changed', { a: '1', b: '1' }), same];
  const after = [same, map('changed', { a: '2', b: '1' }), map('new', {}), map('gone', {}, {}, 'other')];
  expect(text(diffObjects(before, after, { isOneCluster: true }))).toEqual([
    'changed default/changed data.a',
    'removed default/gone',
    'added default/new',
    'added other/gone',
  ]);
});

test.each([
  [true, ['changed default/a metadata.ownerReferences[x].uid metadata.uid']],
  [false, []],
])('identities count in one cluster: %j', (isOneCluster, expected) => {
  const owners = (uid: string) => ({ uid, ownerReferences: [{ name: 'x', uid }] });
  const differences = diffObjects([map('a', {}, owners('1'))], [map('a', {}, owners('2'))], { isOneCluster });
  expect(text(differences)).toEqual(expected);
});
