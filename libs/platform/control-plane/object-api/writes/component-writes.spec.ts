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

/** Context without policies and webhooks of users. */
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

describe('owners of what a component changes', () => {
  const context = { settings: () => ({}), nowMs: () => Date.UTC(2026, 0, 1) } as unknown as WriteContext;
  const creator = { manager: 'c', operation: 'Update', apiVersion: 'v1', fieldsV1: { 'f:spec': { 'f:taints': {} } } };
  const ownersAfter = (change: (object: KubeObject) => KubeObject, managedFields: readonly object[]) => {
    const current = { ...NODE, metadata: { ...NODE.metadata, managedFields } } as unknown as KubeObject;
    const decision = modifyIntent(context, { key: KEY, change }, 'kube-controller-manager').decide(current);
    return decision.kind === 'write' && decision.object.metadata.managedFields;
  };
  const withStatus = (node: KubeObject): KubeObject => ({ ...node, status: { phase: 'x' } });

  test('what it says of the status goes through the subresource', () => {
    expect(ownersAfter(withStatus, [creator])).toMatchObject([
      { manager: 'c' },
      { manager: 'kube-controller-manager', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
    ]);
  });

  test('what it changes besides is another request', () => {
    expect(ownersAfter((node) => withTaints([])(withStatus(node)), [creator])).toMatchObject([
      { manager: 'kube-controller-manager', fieldsV1: { 'f:spec': { 'f:taints': {} } } },
      { manager: 'kube-controller-manager', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
    ]);
  });

  test('an object without owners gets none', () => {
    expect(ownersAfter(withStatus, [])).toEqual([]);
  });
});

test('an object that is changed is written', () => {
  expect(decided(withTaints([]), NODE)).toMatchObject({ kind: 'write', object: { spec: { taints: [] } } });
});
