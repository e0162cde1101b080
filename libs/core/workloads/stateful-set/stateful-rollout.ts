import type { StatefulSet } from '@orrery/api-types';
import type { RolloutStatus } from '../deployment/rollout-status';

/** kubectl's message for workloads that replace their pods only when they are deleted. */
export const ONLY_ROLLING = 'rollout status is only available for RollingUpdate strategy type';

/** Returns the progress of a set's rollout to its newest template (kubectl's `pkg/polymorphichelpers/rollout_status.go`). */
export function statefulRolloutStatus({ metadata, spec, status }: StatefulSet): RolloutStatus {
  const { replicas = 1, updateStrategy } = spec;
  const { observedGeneration = 0, readyReplicas = 0, updatedReplicas = 0, currentReplicas = 0 } = status ?? {};
  const { updateRevision, currentRevision } = status ?? {};
  if ((updateStrategy?.type ?? 'RollingUpdate') !== 'RollingUpdate') {
    return { state: updatedReplicas >= replicas ? 'complete' : 'progressing', message: ONLY_ROLLING };
  }
  const waiting = (message: string): RolloutStatus => ({ state: 'progressing', message });
  if (observedGeneration === 0 || (metadata.generation ?? 0) > observedGeneration) {
    return waiting('Waiting for statefulset spec update to be observed...');
  }
  if (readyReplicas < replicas) return waiting(`Waiting for ${replicas - readyReplicas} pods to be ready...`);
  const partition = updateStrategy?.rollingUpdate?.partition;
  if (partition !== undefined) {
    const wanted = replicas - partition;
    if (updatedReplicas < wanted) {
      const count = `${updatedReplicas} out of ${wanted} new pods have been updated`;
      return waiting(`Waiting for partitioned roll out to finish: ${count}...`);
    }
    const message = `partitioned roll out complete: ${updatedReplicas} new pods have been updated...`;
    return { state: 'complete', message };
  }
  if (updateRevision !== currentRevision) {
    const count = `${updatedReplicas} pods at revision ${updateRevision}`;
    return waiting(`waiting for statefulset rolling update to complete ${count}...`);
  }
  const count = `${currentReplicas} pods at revision ${currentRevision}`;
  return { state: 'complete', message: `statefulset rolling update complete ${count}...` };
}
