import type { Device, KubeObject, ResourceSlice } from '@orrery/api-types';
import { makeNode } from '@orrery/builders';
import { devicesOf, DEVICES_ANNOTATION } from './node-devices';
import { planSlices, SIMULATED_SLICE, type SlicePlan } from './plan-slices';

function read(text: string): unknown {
  const node = makeNode('n').build();
  const verdict = devicesOf({ ...node, metadata: { ...node.metadata, annotations: { [DEVICES_ANNOTATION]: text } } });
  return 'error' in verdict ? verdict.error : Object.fromEntries(verdict.devices);
}

const named = (...names: string[]): Device[] => names.map((name) => ({ name }));

test.each<[string, unknown]>([
  ['', {}],
  ['gpu.example.com=2', { 'gpu.example.com': named('gpu-0', 'gpu-1') }],
  ['gpu.example.com=1, nic.example.com=1', { 'gpu.example.com': named('gpu-0'), 'nic.example.com': named('nic-0') }],
  [
    '[{"driver":"a.b","count":1,"attributes":{"model":"A100","numa":0,"ecc":true,"v":{"version":"1.2.3"}},"capacity":{"memory":"80Gi"}}]',
    {
      'a.b': [
        {
          name: 'a-0',
          attributes: { model: { string: 'A100' }, numa: { int: 0 }, ecc: { bool: true }, v: { version: '1.2.3' } },
          capacity: { memory: { value: '80Gi' } },
        },
      ],
    },
  ],
  ['[{"driver":"a.b","name":"x"},{"driver":"a.b","name":"x"},{"driver":"a.b"}]', { 'a.b': named('x-0', 'x-1', 'a-0') }],
  ['gpu.example.com', 'must be a list such as gpu.example.com=8, or JSON, not "gpu.example.com"'],
  ['=8', 'driver: is required'],
  ['[1]', 'must be a list of objects'],
  ['[{"driver":"a","count":1.5}]', 'count: must be a whole number from 0 to 1024'],
  ['[{"driver":"a","attributes":{"x":0.5}}]', 'attributes.x: must be a whole number'],
  ['[{"driver":"a","capacity":{"x":"much"}}]', 'capacity.x: must be a quantity'],
  ['a=1000,b=1000', 'has more than 1024 devices'],
])('devices %s', (text, want) => {
  expect(read(text)).toEqual(want);
});

test('devices that cannot be read', () => {
  expect(read('[{')).toMatch(/^is not JSON: /);
});

describe('the slices of a node', () => {
  const node = makeNode('n').build();
  const many = named(...Array.from({ length: 130 }, (_, i) => `gpu-${i}`));
  const plan = (devices: readonly Device[], published: readonly ResourceSlice[] = [], owner = node): SlicePlan =>
    planSlices({ node: owner, devices: new Map([['gpu.example.com', devices]]), published });
  /** Returns the published slices after a plan is carried out. */
  const after = ({ create }: SlicePlan): ResourceSlice[] =>
    create.map(
      (body) =>
        ({
          apiVersion: 'resource.k8s.io/v1',
          kind: 'ResourceSlice',
          ...(body as Pick<KubeObject, 'metadata'>),
        }) as ResourceSlice,
    );

  test('a slice belongs to its node', () => {
    const [slice] = after(plan(named('gpu-0')));
    expect(slice).toMatchObject({
      metadata: {
        name: 'n-gpu.example.com-0',
        labels: { [SIMULATED_SLICE]: 'true' },
        ownerReferences: [{ kind: 'Node', name: 'n' }],
      },
      spec: { pool: { name: 'n', generation: 1, resourceSliceCount: 1 }, nodeName: 'n', devices: [{ name: 'gpu-0' }] },
    });
  });

  test('what is published stays, and is parted by 128', () => {
    const published = after(plan(many));
    expect(published.map(({ spec }) => spec.devices?.length)).toEqual([128, 2]);
    expect(plan(many, published)).toEqual({ create: [], update: [], remove: [] });
  });

  test('all slices of a pool get its next generation, and those too many go', () => {
    const published = after(plan(many));
    const { update, remove, create } = plan(named('gpu-0'), published);
    expect(update.map(({ spec }) => spec.pool)).toEqual([{ name: 'n', generation: 2, resourceSliceCount: 1 }]);
    expect([remove, create]).toEqual([[published[1]], []]);
  });

  test('a deleted one comes back', () => {
    const [first, second] = after(plan(many));
    const { create, update } = plan(many, [second!]);
    expect([create.length, update.length]).toEqual([1, 1]);
    expect(first).toBeDefined();
  });

  test('nothing is left of a node that is gone, or without devices', () => {
    const published = after(plan(many));
    expect(planSlices({ node: undefined, devices: new Map(), published }).remove).toEqual(published);
    expect(plan([], published).remove).toEqual(published);
  });
});
