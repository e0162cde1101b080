import { PodHealth } from './board-pod';
import {
  emptyBoard,
  hasChanges,
  putNode,
  putPod,
  removeNode,
  removePod,
  requestedOn,
  takeChanges,
} from './board-state';
import { aNode, aPod } from './test-board';

test('a change of a pod touches its node and nothing else', () => {
  const state = emptyBoard();
  putNode(state, aNode('node-1'));
  putNode(state, aNode('node-2'));
  expect(takeChanges(state)).toEqual({
    nodes: new Set(['node-1', 'node-2']),
    waiting: true,
    arrived: [],
    layout: true,
  });
  expect(hasChanges(state)).toBe(false);
  const waiting = aPod('p', { nodeName: undefined, health: PodHealth.Waiting });
  putPod(state, waiting);
  expect(takeChanges(state)).toEqual({ nodes: new Set(), waiting: true, arrived: [waiting], layout: false });
  putPod(state, aPod('p', { nodeName: 'node-2' }));
  expect(state.waiting.size).toBe(0);
  expect(takeChanges(state)).toEqual({ nodes: new Set(['node-2']), waiting: true, arrived: [], layout: false });
  removePod(state, 'p');
  expect(takeChanges(state)).toEqual({ nodes: new Set(['node-2']), waiting: false, arrived: [], layout: false });
  expect([state.pods.size, state.podsOf.size]).toEqual([0, 0]);
});

test('a node that changes its zone, or goes, changes the layout', () => {
  const state = emptyBoard();
  putNode(state, aNode('node-1'));
  takeChanges(state);
  putNode(state, aNode('node-1', { isCordoned: true }));
  expect(takeChanges(state).layout).toBe(false);
  putNode(state, aNode('node-1', { zone: 'b' }));
  expect(takeChanges(state).layout).toBe(true);
  removeNode(state, 'node-1');
  expect(takeChanges(state).layout).toBe(true);
});

test('pods that have ended request nothing', () => {
  const state = emptyBoard();
  putPod(state, aPod('a'));
  putPod(state, aPod('b', { health: PodHealth.Succeeded }));
  putPod(state, aPod('c', { nodeName: 'node-2' }));
  expect(requestedOn(state, 'node-1')).toEqual({ cpuMillis: 500, memoryBytes: 2 ** 28, pods: 1 });
});
