import type { ControllerRevision, KubeObject, ReplicaSet } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { byRevision, controllerOf } from '@orrery/workloads';
import { dependentsOf } from '../objects/object-index';

/** The ReplicaSets that a Deployment controls, newest rollout first. */
export function replicaSetsOf({ cache }: ClusterRuntime, { metadata }: KubeObject): ReplicaSet[] {
  const owned = dependentsOf(cache, metadata.uid).filter(
    (object) => object.kind === 'ReplicaSet' && controllerOf(object)?.uid === metadata.uid,
  );
  return (owned as ReplicaSet[]).sort((a, b) => byRevision(b, a));
}

/** The templates that a workload remembers, newest rollout first. */
export function revisionsOf({ cache }: ClusterRuntime, { metadata }: KubeObject): ControllerRevision[] {
  const owned = dependentsOf(cache, metadata.uid).filter(
    (object) => object.kind === 'ControllerRevision' && controllerOf(object)?.uid === metadata.uid,
  );
  return (owned as ControllerRevision[]).sort((a, b) => b.revision - a.revision);
}
