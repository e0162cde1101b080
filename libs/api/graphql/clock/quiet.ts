import { deepEqual, type KubeObject, type NodeStatus } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { Change } from '@orrery/store';

/** Changes of events and leases are no sign of work. */
const UNINTERESTING = new Set(['events', 'leases.coordination.k8s.io']);

/** Tells whether nothing has happened in the cluster for so long, in cluster time, other than heartbeats. */
export function watchForQuiet(
  runtime: ClusterRuntime,
  quietMs: number,
): { readonly isQuiet: () => boolean; readonly stop: () => void } {
  const { clock } = runtime;
  let lastMs = clock.now();
  const stop = runtime.cache.subscribe((changes) => {
    if (changes.some(isWork)) lastMs = clock.now();
  });
  return { isQuiet: () => clock.now() - lastMs >= quietMs, stop };
}

function isWork({ key, object, previous }: Change): boolean {
  if (UNINTERESTING.has(key.resource)) return false;
  return key.resource !== 'nodes' || previous === undefined || !isHeartbeat(object, previous);
}

/** Whether only the times of a node's conditions changed. */
function isHeartbeat(node: KubeObject, previous: KubeObject): boolean {
  return deepEqual(withoutHeartbeat(node), withoutHeartbeat(previous));
}

function withoutHeartbeat({ metadata, spec, status }: KubeObject): unknown {
  const { conditions = [], ...rest } = (status ?? {}) as NodeStatus;
  const said = conditions.map(({ lastHeartbeatTime: _time, ...condition }) => condition);
  return { labels: metadata.labels, deletion: metadata.deletionTimestamp, spec, ...rest, conditions: said };
}
