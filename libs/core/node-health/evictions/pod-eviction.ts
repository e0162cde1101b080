import type { Pod } from '@orrery/api-types';
import { podEvent, type DeletePod, type RecordEvent } from '../actions';
import { NODE_CONTROLLER } from '../node-events';

/** Reason in the status of a pod on a lost node. */
const NODE_LOST = 'NodeLost';

/** Eviction of one pod of a node without a taint manager. */
export interface PodEviction {
  /** Update of the pod's status; undefined if it is up to date. */
  readonly status: { readonly reason: string; readonly message: string } | undefined;
  /** Undefined for a pod that is going already or that its DaemonSet would only make again. */
  readonly deletion: readonly [RecordEvent, DeletePod] | undefined;
}

/** Marks the pod as lost with its node and deletes it with its own grace period (spec nodes A14). */
export function podEviction(pod: Pod, nodeName: string, isOfDaemonSet: boolean): PodEviction {
  const { name, namespace = '', uid, deletionTimestamp } = pod.metadata;
  const message = `Node ${nodeName} which was running pod ${name} is unresponsive`;
  const status = pod.status?.reason === NODE_LOST ? undefined : { reason: NODE_LOST, message };
  if (deletionTimestamp || isOfDaemonSet) return { status, deletion: undefined };
  const event = podEvent(pod, {
    type: 'Normal',
    reason: 'NodeControllerEviction',
    message: `Marking for deletion Pod ${name} from Node ${nodeName}`,
    component: NODE_CONTROLLER,
  });
  return { status, deletion: [event, { kind: 'deletePod', namespace, name, uid }] };
}
