import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Resource } from '../resources/resource';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'How many pods of one template there shall be.' })
export class ReplicasSpec {
  @Field(() => Int, { nullable: true, description: 'How many pods there shall be.' })
  replicas?: number;
  @Field(() => Json, { nullable: true, description: 'Labels of the pods.' })
  selector?: unknown;
  @Field(() => Json, { nullable: true, description: 'What a pod looks like.' })
  template?: unknown;
}

@ObjectType({ description: 'How many pods of a template there are.' })
export class ReplicasStatus {
  @Field(() => Int, { nullable: true, description: 'How many there are.' })
  replicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many are ready.' })
  readyReplicas?: number;
  @Field(() => Int, { nullable: true, description: 'How many have been ready for long enough.' })
  availableReplicas?: number;
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

@ObjectType({ implements: () => [Resource], description: 'A number of pods with names and storage of their own.' })
export class StatefulSet extends Resource {
  @Field(() => ReplicasSpec, { nullable: true, description: 'What is asked for.' })
  spec?: ReplicasSpec;
  @Field(() => ReplicasStatus, { nullable: true, description: 'What is.' })
  status?: ReplicasStatus;
}
