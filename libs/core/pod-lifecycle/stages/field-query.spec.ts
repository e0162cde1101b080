import { compileQuery } from './field-query';

const pod = {
  metadata: {
    labels: { 'a.b/c': 'd' },
    ownerReferences: [{ kind: 'Job' }, { kind: 'ReplicaSet' }],
  },
  status: {
    phase: 'Running',
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'PodScheduled', status: 'False' },
    ],
  },
};

test.each<[string, unknown[]]>([
  ['.status.phase', ['Running']],
  ['.status.reason', []],
  ['.status.a.b', []],
  ['.metadata.labels["a.b/c"]', ['d']],
  ['.metadata.labels."a.b/c"', ['d']],
  ['.metadata.labels.["a.b/c"]', ['d']],
  ['.metadata.ownerReferences.[].kind', ['Job', 'ReplicaSet']],
  ['.metadata.ownerReferences[].kind', ['Job', 'ReplicaSet']],
  ['.metadata.ownerReferences[1].kind', ['ReplicaSet']],
  ['.metadata.ownerReferences[-1].kind', ['ReplicaSet']],
  ['.metadata.finalizers.[]', []],
  ['.status.conditions.[] | select( .type == "Ready" ) | .status', ['True']],
  ['.status.conditions[]|select(.type != "Ready")|.status', ['False']],
  ['.status.conditions.[] | select( .type == "A|B" ) | .status', []],
  ['.status.constructor', []],
  ['.status.conditions.length', []],
  ['.status.phase.length', []],
  ['.', [pod]],
])('%s', (text, want) => {
  const query = compileQuery(text)!;
  expect(query.all(pod)).toEqual(want);
  expect(query.first(pod)).toEqual(want[0]);
});

test.each(['', 'status', '.a |', '.a + 1', 'length', '.a | length', '.a[', 'select(.a)', '.a..b', '.a["x'])(
  '%j is none',
  (text) => {
    expect(compileQuery(text)).toBeUndefined();
  },
);
