import type { Node, Taint } from '@orrery/api-types';
import { noScheduleTaintChange } from './condition-taints';
import { applyTaintChange } from './taints';

const K = 'node.kubernetes.io';
const STATUSES = ['True', 'False', 'Unknown'] as const;

function makeNode(conditions: Record<string, string>, taints: Taint[] = [], unschedulable = false): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { taints, ...(unschedulable ? { unschedulable } : {}) },
    status: { conditions: Object.entries(conditions).map(([type, status]) => ({ type, status })) },
  };
}
const after = (node: Node): string[] => {
  const change = noScheduleTaintChange(node, 0);
  const taints = change ? applyTaintChange(node.spec.taints, change) : (node.spec.taints ?? []);
  return taints.map(({ key, effect }) => `${key}:${effect}`).sort();
};

const TABLE: Record<string, Record<string, string>> = {
  Ready: { False: 'not-ready', Unknown: 'unreachable' },
  MemoryPressure: { True: 'memory-pressure' },
  DiskPressure: { True: 'disk-pressure' },
  PIDPressure: { True: 'pid-pressure' },
  NetworkUnavailable: { True: 'network-unavailable' },
};
test.each(Object.keys(TABLE).flatMap((type) => STATUSES.map((status) => [type, status] as const)))(
  '%s %s alone',
  (type, status) => {
    const name = TABLE[type]![status];
    expect(after(makeNode({ [type]: status }))).toEqual(name ? [`${K}/${name}:NoSchedule`] : []);
  },
);

it('follows spec.unschedulable', () => {
  expect(after(makeNode({ Ready: 'True' }, [], true))).toEqual([`${K}/unschedulable:NoSchedule`]);
});
it('removes its keys when their condition is gone and leaves every other taint', () => {
  const taints: Taint[] = [
    { key: `${K}/memory-pressure`, effect: 'NoSchedule' },
    { key: `${K}/unreachable`, effect: 'NoExecute' },
    { key: `${K}/disk-pressure`, effect: 'PreferNoSchedule' },
    { key: 'dedicated', value: 'x', effect: 'NoSchedule' },
  ];
  expect(after(makeNode({ Ready: 'Unknown', MemoryPressure: 'Unknown' }, taints))).toEqual([
    'dedicated:NoSchedule',
    `${K}/disk-pressure:PreferNoSchedule`,
    `${K}/unreachable:NoExecute`,
    `${K}/unreachable:NoSchedule`,
  ]);
});
it('says nothing when nothing is to change', () => {
  const node = makeNode({ Ready: 'False' }, [
    { key: `${K}/not-ready`, effect: 'NoSchedule', timeAdded: '2020-01-01T00:00:00Z' },
  ]);
  expect(noScheduleTaintChange(node, 0)).toBeUndefined();
});
