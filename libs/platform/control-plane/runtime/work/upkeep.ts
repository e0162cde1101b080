import { deepEqual, type KubeObject, type NodeStatus } from '@orrery/api-types';
import type { Change } from '@orrery/store';

/** Resources whose changes do not indicate work. */
const UNINTERESTING = new Set(['events', 'leases.coordination.k8s.io']);

/** Returns whether a change shows no more than that the cluster lives: heartbeats, leases, events. */
export function isUpkeep({ key, object, previous }: Change): boolean {
  if (UNINTERESTING.has(key.resource)) return true;
  return key.resource === 'nodes' && previous !== undefined && isHeartbeat(object, previous);
}

/** Returns whether only the times of a node's conditions changed. */
function isHeartbeat(node: KubeObject, previous: KubeObject): boolean {
  return deepEqual(withoutHeartbeat(node), withoutHeartbeat(previous));
}

function withoutHeartbeat({ metadata, spec, status }: KubeObject): unknown {
  const { conditions = [], ...rest } = (status ?? {}) as NodeStatus;
  const stated = conditions.map(({ lastHeartbeatTime: _time, ...condition }) => condition);
  return { labels: metadata.labels, deletion: metadata.deletionTimestamp, spec, ...rest, conditions: stated };
}
