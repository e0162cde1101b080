import type { EventRecord, RecordEvent } from './actions';

/** Component named in the node lifecycle controller's events. */
export const NODE_CONTROLLER = 'node-controller';

const MESSAGE = {
  RegisteredNode: (node: string) => `Node ${node} event: Registered Node ${node} in Controller`,
  RemovingNode: (node: string) => `Node ${node} event: Removing Node ${node} from Controller`,
  DeletingAllPods: (node: string) => `Node ${node} event: Deleting all Pods from Node ${node}.`,
  NodeNotReady: (node: string) => `Node ${node} status is now: NodeNotReady`,
} as const;

/** An event about a node with the exact text of its reason (spec nodes A11). */
export function nodeEvent(reason: keyof typeof MESSAGE, nodeName: string, uid: string): RecordEvent {
  const event: EventRecord = {
    regarding: { kind: 'Node', name: nodeName, uid },
    type: 'Normal',
    reason,
    message: MESSAGE[reason](nodeName),
    component: NODE_CONTROLLER,
  };
  return { kind: 'event', event };
}
