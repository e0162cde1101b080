import { fieldChanges } from './field-changes';

test.each([
  ['nothing', { a: 1, list: [1, { name: 'x' }] }, { a: 1, list: [1, { name: 'x' }] }, []],
  ['a value', { spec: { replicas: 2 } }, { spec: { replicas: 3 } }, [['spec.replicas', 2, 3]]],
  ['a new part', { spec: {} }, { spec: { a: { b: 1 } } }, [['spec.a', undefined, { b: 1 }]]],
  ['a part that is gone', { status: { phase: 'Failed' } }, {}, [['status', { phase: 'Failed' }, undefined]]],
  [
    'elements with names',
    { spec: { containers: [{ name: 'a', image: 'x' }, { name: 'b' }] } },
    { spec: { containers: [{ name: 'c' }, { name: 'a', image: 'y' }] } },
    [
      ['spec.containers[a].image', 'x', 'y'],
      ['spec.containers[b]', { name: 'b' }, undefined],
      ['spec.containers[c]', undefined, { name: 'c' }],
    ],
  ],
  [
    'conditions',
    { conditions: [{ type: 'Ready', status: 'False' }] },
    { conditions: [{ type: 'Ready', status: 'True' }] },
    [['conditions[Ready].status', 'False', 'True']],
  ],
  [
    'elements that are not told apart by a name',
    { ports: [{ name: 'a' }, { name: 'a' }] },
    { ports: [{ name: 'a' }, { name: 'b' }] },
    [['ports[1].name', 'a', 'b']],
  ],
  ['a list of texts', { args: ['a', 'b'] }, { args: ['a'] }, [['args[1]', 'b', undefined]]],
  [
    'names that are no words',
    { metadata: { labels: { 'app.kubernetes.io/name': 'x', __proto__x: 1 } } },
    { metadata: { labels: { 'app.kubernetes.io/name': 'y', __proto__x: 1 } } },
    [['metadata.labels["app.kubernetes.io/name"]', 'x', 'y']],
  ],
  [
    'what every write changes',
    { metadata: { resourceVersion: '1', managedFields: [{ manager: 'a' }], generation: 1 } },
    { metadata: { resourceVersion: '2', managedFields: [{ manager: 'b' }], generation: 2 } },
    [['metadata.generation', 1, 2]],
  ],
  ['another type', { data: [] }, { data: {} }, [['data', [], {}]]],
])('%s', (_what, before, after, expected) => {
  expect(fieldChanges(before, after).map((change) => [change.path, change.before, change.after])).toEqual(expected);
});

test('keys that JavaScript knows are keys as any other', () => {
  const after = JSON.parse('{"a":{"__proto__":{"b":1},"constructor":2}}') as object;
  expect(fieldChanges({ a: {} }, after).map(({ path }) => path)).toEqual(['a.__proto__', 'a.constructor']);
});
