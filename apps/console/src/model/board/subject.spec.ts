import { PodHealth } from './board-pod';
import { emptyBoard, putNode, putPod } from './board-state';
import { firstPodOf, nodeOfPod, siblingOf } from './subject';
import { aNode, aPod } from './test-board';

const state = emptyBoard();
putNode(state, aNode('node-1'));
putNode(state, aNode('node-2'));
for (const uid of ['a', 'b', 'c']) putPod(state, aPod(uid));
for (const uid of ['x', 'y']) putPod(state, aPod(uid, { nodeName: undefined, health: PodHealth.Waiting }));
const pod = (uid: string) => ({ kind: 'pod', uid });

test('keys go from pod to pod of a node, or of the waiting room, and stay at the ends', () => {
  expect(siblingOf(state, 'b', 'right')).toEqual(pod('c'));
  expect(siblingOf(state, 'b', 'up')).toEqual(pod('a'));
  expect(siblingOf(state, 'c', 'down')).toEqual(pod('c'));
  expect(siblingOf(state, 'a', 'left')).toEqual(pod('a'));
  expect(siblingOf(state, 'x', 'right')).toEqual(pod('y'));
});

test('keys go from a node to its first pod and back; a pod that waits has no node', () => {
  expect(firstPodOf(state, { kind: 'node', name: 'node-1' })).toEqual(pod('a'));
  expect(firstPodOf(state, { kind: 'node', name: 'node-2' })).toBeUndefined();
  expect(firstPodOf(state, { kind: 'zone', name: 'a' })).toBeUndefined();
  expect(nodeOfPod(state, 'b')).toEqual({ kind: 'node', name: 'node-1' });
  expect(nodeOfPod(state, 'x')).toBeUndefined();
});
