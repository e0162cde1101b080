import { evicted, node, pod, report } from '../../testing/descheduled';

const on = (nodeName: string, ...names: string[]): ReturnType<typeof pod>[] => names.map((name) => pod(name, nodeName));
const three = [node('n1'), node('n2'), node('n3')];
const other = pod('z', 'n1', { spec: { containers: [{ name: 'main', image: 'other' }] } });

test.each([
  {
    name: 'one a node',
    duplicates: 'OnePerNode',
    pods: [...on('n1', 'a1', 'a2', 'a3'), ...on('n2', 'b1')],
    want: ['a2', 'a3'],
  },
  {
    name: 'evenly',
    duplicates: 'Uniform',
    pods: [...on('n1', 'a1', 'a2', 'a3', 'a4'), ...on('n2', 'b1', 'b2')],
    want: ['a3', 'a4'],
  },
  { name: 'other images are no duplicates', duplicates: 'OnePerNode', pods: [...on('n1', 'a1'), other], want: [] },
  {
    name: 'one node that fits is no target',
    duplicates: 'Uniform',
    pods: ['a1', 'a2', 'a3'].map((name) =>
      pod(name, 'n1', { spec: { nodeSelector: { 'kubernetes.io/hostname': 'n1' } } }),
    ),
    want: [],
  },
] as const)('$name', async ({ duplicates, pods, want }) => {
  const objects = { nodes: three, pods };
  expect(await evicted({ strategy: 'RemoveDuplicates', objects, behaviour: { duplicates } })).toEqual(want);
});

it('says what protects a duplicate; it counts for nothing', async () => {
  const scratch = { spec: { containers: [{ name: 'main', image: 'web' }], volumes: [{ name: 'v', emptyDir: {} }] } };
  const pods = [...on('n1', 'a1', 'a2'), pod('kept', 'n1', scratch), pod('alone', 'n2', scratch)];
  const behaviour = { duplicates: 'OnePerNode' } as const;
  const { decisions } = await report({ strategy: 'RemoveDuplicates', objects: { nodes: three, pods }, behaviour });
  expect(decisions.map(({ name, verdict, obstacle }) => [name, verdict, obstacle])).toEqual([
    ['kept', 'protected', 'pod has local storage and is protected against eviction'],
    ['a2', 'evicted', undefined],
  ]);
});

it('spares kinds of owners', async () => {
  const objects = { nodes: three, pods: on('n1', 'a1', 'a2') };
  const args = { excludeOwnerKinds: ['ReplicaSet'] };
  const behaviour = { duplicates: 'OnePerNode' } as const;
  expect(await evicted({ strategy: 'RemoveDuplicates', args, objects, behaviour })).toEqual([]);
});
