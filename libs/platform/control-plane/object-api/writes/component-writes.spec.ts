import type { KubeObject } from '@orrery/api-types';
import { modifyIntent } from './component-writes';
import type { WriteContext } from './write-context';

const KEY = { resource: 'nodes', namespace: '', name: 'n' };
const TAINTS = [{ key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }];
const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n', uid: 'u', resourceVersion: '5' },
  spec: { taints: TAINTS },
} as unknown as KubeObject;

/** Without policies and webhooks of users. */
const CONTEXT = { settings: () => ({}) } as WriteContext;

const decided = (change: (object: KubeObject) => KubeObject | undefined, current: KubeObject | undefined) =>
  modifyIntent(CONTEXT, { key: KEY, change }).decide(current);
const withTaints = (taints: readonly object[]) => (node: KubeObject) =>
  ({ ...node, spec: { ...(node.spec as object), taints } }) as KubeObject;

test.each([
  ['is not there', () => NODE, undefined],
  ['is to be left alone', () => undefined, NODE],
  ['is given back', (node: KubeObject) => node, NODE],
  ['is made again with what it has', withTaints(structuredClone(TAINTS)), NODE],
] as const)('an object that %s keeps its revision', (_, change, current) => {
  expect(decided(change, current)).toEqual({ kind: 'keep', object: current });
});

test('an object that is changed is written', () => {
  expect(decided(withTaints([]), NODE)).toMatchObject({ kind: 'write', object: { spec: { taints: [] } } });
});
