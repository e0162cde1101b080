import { makeNode } from '@orrery/builders';
import { NodeTree, zoneKey } from './node-tree';

function treeOf(...zones: readonly (readonly [name: string, zone: string])[]): NodeTree {
  const tree = new NodeTree();
  for (const [name, zone] of zones) tree.set(makeNode(name).zone(zone).build());
  return tree;
}

const SIX = [
  ['a', 'A'],
  ['b', 'A'],
  ['c', 'A'],
  ['d', 'B'],
  ['e', 'C'],
  ['f', 'C'],
] as const;

test('takes one node of each zone per round', () => {
  expect(treeOf(...SIX).list()).toEqual(['a', 'd', 'e', 'b', 'f', 'c']);
});

test('an emptied zone re-enters at the end', () => {
  const tree = treeOf(...SIX);
  tree.remove('d');
  expect(tree.list()).toEqual(['a', 'e', 'b', 'f', 'c']);
  tree.set(makeNode('d').zone('B').build());
  expect(tree.list()).toEqual(['a', 'e', 'd', 'b', 'f', 'c']);
});

test('a node that changes zone goes to the end of its new zone', () => {
  const tree = treeOf(...SIX);
  tree.set(makeNode('a').zone('C').build());
  expect(tree.list()).toEqual(['b', 'd', 'e', 'c', 'f', 'a']);
});

test('the list is the same array until nodes come, go or change zone', () => {
  const tree = treeOf(...SIX);
  const list = tree.list();
  tree.set(makeNode('a').zone('A').label('x', 'y').build());
  expect(tree.list()).toBe(list);
});

test.each([
  ['no labels', {}, ''],
  ['stable labels', { 'topology.kubernetes.io/region': 'r', 'topology.kubernetes.io/zone': 'z' }, 'r:\u0000:z'],
  [
    'the beta label wins, label by label',
    {
      'failure-domain.beta.kubernetes.io/zone': 'b',
      'topology.kubernetes.io/zone': 'z',
      'topology.kubernetes.io/region': 'r',
    },
    'r:\u0000:b',
  ],
])('zone key: %s', (_name, labels, want) => {
  expect(zoneKey(makeNode('n').metadata({ labels }).build())).toBe(want);
});
