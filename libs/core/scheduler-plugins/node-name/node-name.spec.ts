import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const nodes = [makeNode('a'), makeNode('b')];

test('a pod without node name fits everywhere', () => {
  expect(reasonsByNode(makeScene({ nodes }).explain(makePod('p')))).toEqual({ a: [], b: [] });
});

test.each([
  ['modern', "node(s) didn't match the requested node name"],
  ['k8s-1.20', "node(s) didn't match the requested hostname"],
  ['okd-legacy', 'HostName'],
] as const)('in %s a named node is the only one', (bundle, reason) => {
  const explained = makeScene({ nodes, bundle }).explain(makePod('p').node('a'));
  expect(reasonsByNode(explained)).toEqual({ a: [], b: [reason] });
  expect(explained.filters.get('b')?.code).toBe('UnschedulableAndUnresolvable');
});
