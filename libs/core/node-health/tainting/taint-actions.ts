import { WellKnownTaint, type Node } from '@orrery/api-types';
import type { SetNodeTaints } from '../actions';
import { controllerTaint, hasTaint } from './taints';

/** Makes a write to a node's taints. */
export function taintAction(node: Node, change: Pick<SetNodeTaints, 'add' | 'remove'>): SetNodeTaints {
  return { kind: 'setNodeTaints', nodeName: node.metadata.name, uid: node.metadata.uid, ...change };
}

/** Adds one of the two NoExecute taints, then removes the other if it is there. */
export function swapTaints(node: Node, wanted: WellKnownTaint, nowMs: number): SetNodeTaints[] {
  const opposite = wanted === WellKnownTaint.NotReady ? WellKnownTaint.Unreachable : WellKnownTaint.NotReady;
  const actions = [taintAction(node, { add: [controllerTaint(wanted, 'NoExecute', nowMs)], remove: [] })];
  if (hasTaint(node, opposite, 'NoExecute')) {
    actions.push(taintAction(node, { add: [], remove: [{ key: opposite, effect: 'NoExecute' }] }));
  }
  return actions;
}
