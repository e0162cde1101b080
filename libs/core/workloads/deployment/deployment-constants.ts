/** Annotations by which Deployments and their ReplicaSets keep their history. */
export const DeploymentAnnotation = {
  /** The number of a rollout, on Deployment and ReplicaSet. */
  Revision: 'deployment.kubernetes.io/revision',
  /** The numbers under which a ReplicaSet was rolled out before, separated by commas. */
  RevisionHistory: 'deployment.kubernetes.io/revision-history',
  /** The Deployment's replicas when the ReplicaSet was last scaled. */
  DesiredReplicas: 'deployment.kubernetes.io/desired-replicas',
  /** The same with the surge. */
  MaxReplicas: 'deployment.kubernetes.io/max-replicas',
  /** The rollout to go back to, 0 for the one before; `spec.rollbackTo` of the first versions. */
  RollbackTo: 'deprecated.deployment.rollback.to',
} as const;

/** The label that distinguishes the pods of different templates. */
export const POD_TEMPLATE_HASH = 'pod-template-hash';

/** Types of conditions in a Deployment's status. */
export const DeploymentConditionType = {
  Available: 'Available',
  Progressing: 'Progressing',
  ReplicaFailure: 'ReplicaFailure',
} as const;

/** The reason why a Deployment is, or is not, making progress. */
export const ProgressReason = {
  NewReplicaSetCreated: 'NewReplicaSetCreated',
  FoundNewReplicaSet: 'FoundNewReplicaSet',
  ReplicaSetUpdated: 'ReplicaSetUpdated',
  NewReplicaSetAvailable: 'NewReplicaSetAvailable',
  DeploymentPaused: 'DeploymentPaused',
  DeploymentResumed: 'DeploymentResumed',
  ProgressDeadlineExceeded: 'ProgressDeadlineExceeded',
  ReplicaSetCreateError: 'ReplicaSetCreateError',
} as const;
