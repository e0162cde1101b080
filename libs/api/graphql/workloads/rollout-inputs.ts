import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { WriteInput } from '../objects/mutation-inputs';
import { Resource } from '../resources/resource';
import { Int64 } from '../scalars/scalars';

@InputType({ isAbstract: true })
abstract class WorkloadInput extends WriteInput {
  @Field(() => String, { defaultValue: 'apps/v1', description: 'API version of the workload.' })
  apiVersion!: string;
  @Field(() => String, { defaultValue: 'default', description: 'Namespace of the workload.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the workload.' })
  name!: string;
}

@InputType({ isAbstract: true })
export abstract class RolloutInput extends WorkloadInput {
  @Field(() => String, { description: '`Deployment`, `StatefulSet` or `DaemonSet`.' })
  kind!: string;
}

@InputType({ description: 'The workload whose pods are replaced.' })
export class RolloutRestartInput extends RolloutInput {}

@InputType({ description: 'A Deployment, StatefulSet or DaemonSet and the rollout to return to.' })
export class RolloutUndoInput extends RolloutInput {
  @Field(() => Int64, { nullable: true, description: 'Revision of the rollout (default: the previous one).' })
  toRevision?: number | null;
}

@InputType({ description: 'A workload and its desired number of replicas.' })
export class ScaleInput extends WorkloadInput {
  @Field(() => String, { description: '`Deployment`, `ReplicaSet`, `StatefulSet` or `ReplicationController`.' })
  kind!: string;
  @Field(() => Int, { description: 'Desired number of replicas.' })
  replicas!: number;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of scale.' })
export class ScalePayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The workload.' })
  object?: unknown;
  @Field(() => Int, { nullable: true, description: 'Its desired number of replicas.' })
  replicas?: number;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a restarted or undone rollout.' })
export class RolloutPayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The workload.' })
  object?: unknown;
  @Field(() => [String], { description: 'Warnings, such as a rollback that was not necessary.' })
  warnings!: string[];
}
