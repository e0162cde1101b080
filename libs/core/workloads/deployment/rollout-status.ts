import type { Deployment } from '@orrery/api-types';
import { findCondition } from './conditions';
import { DeploymentConditionType, ProgressReason } from './deployment-constants';

/** Progress of a rollout, in the words of `kubectl rollout status`. */
export interface RolloutStatus {
  readonly state: 'progressing' | 'complete' | 'failed';
  readonly message: string;
}

/** Reads the state of a rollout from the Deployment alone (as in kubectl's `pkg/polymorphichelpers/rollout_status.go`). */
export function rolloutStatus({ metadata, spec, status = {} }: Deployment): RolloutStatus {
  const name = JSON.stringify(metadata.name);
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return { state: 'progressing', message: 'Waiting for deployment spec update to be observed...' };
  }
  const progress = findCondition(status.conditions, DeploymentConditionType.Progressing);
  if (progress?.reason === ProgressReason.ProgressDeadlineExceeded) {
    return { state: 'failed', message: `deployment ${name} exceeded its progress deadline` };
  }
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const waiting = (what: string): RolloutStatus => ({
    state: 'progressing',
    message: `Waiting for deployment ${name} rollout to finish: ${what}...`,
  });
  const wanted = spec.replicas ?? 1;
  if (updatedReplicas < wanted) {
    return waiting(`${updatedReplicas} out of ${wanted} new replicas have been updated`);
  }
  if (replicas > updatedReplicas) return waiting(`${replicas - updatedReplicas} old replicas are pending termination`);
  if (availableReplicas < updatedReplicas) {
    return waiting(`${availableReplicas} of ${updatedReplicas} updated replicas are available`);
  }
  return { state: 'complete', message: `deployment ${name} successfully rolled out` };
}
