import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Resource } from '../resources/resource';
import { Int64, Json } from '../scalars/scalars';

@ObjectType({ description: 'How many pods of one template there shall be.' })
export class ReplicasSpec {
  @Field(() => Int, { nullable: true, description: 'How many pods there shall be.' })
  replicas?: number;
  @Field(() => Json, { nullable: true, description: 'Labels of the pods.' })
  selector?: unknown;
  @Field(() => Json, { nullable: true, description: 'What a pod looks like.' })
  template?: unknown;
  @Field(() => Int, { nullable: true, description: 'How long a pod must be ready to count as available.' })
  minReadySeconds?: number;
}

@ObjectType({ description: 'What is asked of a Deployment.' })
export class DeploymentSpec extends ReplicasSpec {
  @Field(() => Json, { nullable: true, description: 'How old pods are replaced by new ones.' })
  strategy?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Whether changes of the template wait.' })
  paused?: boolean;
  @Field(() => Int, { nullable: true, description: 'How many ReplicaSets of the past are kept.' })
  revisionHistoryLimit?: number;
  @Field(() => Int, { nullable: true, description: 'After how long without progress a rollout counts as failed.' })
  progressDeadlineSeconds?: number;
}

@ObjectType({ description: 'How many pods of a template there are.' })
export class ReplicasStatus {
  @Field(() => Int, { nullable: true, description: 'How many there are.' })
  replicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many are ready.' })
  readyReplicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many have been ready for long enough.' })
  availableReplicas?: number;
  @Field(() => Int64, { nullable: true, description: 'The generation that all this was counted for.' })
  observedGeneration?: number;
}

@ObjectType({ description: 'How many pods of which template a Deployment has.' })
export class DeploymentStatus extends ReplicasStatus {
  @Field(() => Int, { nullable: true, description: 'How many are of the newest template.' })
  updatedReplicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many are missing.' })
  unavailableReplicas?: number;
  @Field(() => Int, { nullable: true, description: 'How often the name of a ReplicaSet was found taken.' })
  collisionCount?: number;
}

@ObjectType({
  implements: () => [Resource],
  description: 'An application of equal pods that can be changed as it runs.',
})
export class Deployment extends Resource {
  @Field(() => DeploymentSpec, { nullable: true, description: 'What is asked for.' })
  spec?: DeploymentSpec;
  @Field(() => DeploymentStatus, { nullable: true, description: 'What is.' })
  status?: DeploymentStatus;
}

@ObjectType({ implements: () => [Resource], description: 'A former template of a workload.' })
export class ControllerRevision extends Resource {
  @Field(() => Int64, { description: 'Its number.' })
  revision!: number;
  @Field(() => Json, { nullable: true, description: 'What the workload was like.' })
  data?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'A number of equal pods.' })
export class ReplicationController extends Resource {
  @Field(() => ReplicasSpec, { nullable: true, description: 'What is asked for.' })
  spec?: ReplicasSpec;
  @Field(() => ReplicasStatus, { nullable: true, description: 'What is.' })
  status?: ReplicasStatus;
}

@ObjectType({ implements: () => [Resource], description: 'A number of equal pods.' })
export class ReplicaSet extends Resource {
  @Field(() => ReplicasSpec, { nullable: true, description: 'What is asked for.' })
  spec?: ReplicasSpec;
  @Field(() => ReplicasStatus, { nullable: true, description: 'What is.' })
  status?: ReplicasStatus;
}

@ObjectType({ description: 'What is asked of a StatefulSet.' })
export class StatefulSetSpec extends ReplicasSpec {
  @Field(() => String, { nullable: true, description: 'The Service that gives the pods their names in the network.' })
  serviceName?: string;
  @Field(() => String, { nullable: true, description: 'OrderedReady or Parallel.' })
  podManagementPolicy?: string;
  @Field(() => Json, { nullable: true, description: 'How old pods are replaced by new ones.' })
  updateStrategy?: unknown;
  @Field(() => Json, { nullable: true, description: 'Claims that each pod gets.' })
  volumeClaimTemplates?: unknown;
  @Field(() => Int, { nullable: true, description: 'How many former templates are kept.' })
  revisionHistoryLimit?: number;
}

@ObjectType({ description: 'How many pods of which template a StatefulSet has.' })
export class StatefulSetStatus extends ReplicasStatus {
  @Field(() => Int, { nullable: true, description: 'How many are of the current revision.' })
  currentReplicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many are of the newest revision.' })
  updatedReplicas?: number;
  @Field(() => String, { nullable: true, description: 'The ControllerRevision from before the rollout.' })
  currentRevision?: string;
  @Field(() => String, { nullable: true, description: 'The ControllerRevision of the present template.' })
  updateRevision?: string;
}

@ObjectType({ implements: () => [Resource], description: 'A number of pods with names and storage of their own.' })
export class StatefulSet extends Resource {
  @Field(() => StatefulSetSpec, { nullable: true, description: 'What is asked for.' })
  spec?: StatefulSetSpec;
  @Field(() => StatefulSetStatus, { nullable: true, description: 'What is.' })
  status?: StatefulSetStatus;
}

@ObjectType({ description: 'What is asked of a DaemonSet.' })
export class DaemonSetSpec {
  @Field(() => Json, { nullable: true, description: 'Labels of the pods.' })
  selector?: unknown;
  @Field(() => Json, { nullable: true, description: 'What a pod looks like.' })
  template?: unknown;
  @Field(() => Json, { nullable: true, description: 'How old pods are replaced by new ones.' })
  updateStrategy?: unknown;
  @Field(() => Int, { nullable: true, description: 'How long a pod must be ready to count as available.' })
  minReadySeconds?: number;
  @Field(() => Int, { nullable: true, description: 'How many former templates are kept.' })
  revisionHistoryLimit?: number;
}

@ObjectType({ description: 'On how many nodes a DaemonSet has pods.' })
export class DaemonSetStatus {
  @Field(() => Int, { nullable: true, description: 'How many nodes shall have a pod.' })
  desiredNumberScheduled?: number;
  @Field(() => Int, { nullable: true, description: 'How many of them have one.' })
  currentNumberScheduled?: number;
  @Field(() => Int, { nullable: true, description: 'How many nodes have one that should not.' })
  numberMisscheduled?: number;
  @Field(() => Int, { nullable: true, description: 'How many have one that is ready.' })
  numberReady?: number;
  @Field(() => Int, { nullable: true, description: 'How many have one of the newest template.' })
  updatedNumberScheduled?: number;
  @Field(() => Int, { nullable: true, description: 'How many have one that has been ready for long enough.' })
  numberAvailable?: number;
  @Field(() => Int, { nullable: true, description: 'How many have none such.' })
  numberUnavailable?: number;
  @Field(() => Int64, { nullable: true, description: 'The generation that all this was counted for.' })
  observedGeneration?: number;
}

@ObjectType({ implements: () => [Resource], description: 'A pod on every node that fits.' })
export class DaemonSet extends Resource {
  @Field(() => DaemonSetSpec, { nullable: true, description: 'What is asked for.' })
  spec?: DaemonSetSpec;
  @Field(() => DaemonSetStatus, { nullable: true, description: 'What is.' })
  status?: DaemonSetStatus;
}

@ObjectType({ implements: () => [Resource], description: 'What a pod looks like, for those who make pods.' })
export class PodTemplate extends Resource {
  @Field(() => Json, { nullable: true, description: 'Metadata and spec of the pods.' })
  template?: unknown;
}
