import type { Deployment, ReplicaSet } from '@orrery/api-types';
import { controllerOf } from '../ownership/controller-reference';
import { setCondition } from './conditions';
import { DeploymentConditionType, ProgressReason } from './deployment-constants';
import { isSameTemplate } from './pod-template-hash';
import { progressDeadlineMs } from './rollout-limits';

/** The words about a ReplicaSet that could not be created; its event has {@link ProgressReason.ReplicaSetCreateError}. */
export function creationFailureMessage(name: string, error: string): string {
  return `Failed to create new replica set "${name}": ${error}`;
}

/** The Deployment after its ReplicaSet could not be created, for another reason than its name. */
export function afterFailedCreation(deployment: Deployment, message: string, nowMs: number): Deployment | undefined {
  if (progressDeadlineMs(deployment) === undefined) return undefined;
  const before = deployment.status?.conditions ?? [];
  const { Progressing } = DeploymentConditionType;
  const reason = ProgressReason.ReplicaSetCreateError;
  const conditions = setCondition(before, { type: Progressing, status: 'False', reason, message }, nowMs);
  if (conditions === before) return undefined;
  return { ...deployment, status: { ...deployment.status, conditions: [...conditions] } };
}

/** Returns whether what has the name is the very ReplicaSet that was to be created. */
export function isSameReplicaSet(deployment: Deployment, found: ReplicaSet): boolean {
  const isOwn = controllerOf(found)?.uid === deployment.metadata.uid;
  return isOwn && isSameTemplate(deployment.spec.template, found.spec.template);
}

/** The Deployment after another ReplicaSet was found to have the name: the next try takes another one. */
export function afterCollision(deployment: Deployment): Deployment {
  const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
  return { ...deployment, status: { ...deployment.status, collisionCount } };
}
