import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime, Json } from '../scalars/scalars';

@ObjectType({ description: 'What a container needs and may use, as amounts by resource.' })
export class ResourceRequirements {
  @Field(() => Json, { nullable: true, description: 'What is set aside for the container.' })
  requests?: Record<string, string>;
  @Field(() => Json, { nullable: true, description: 'What the container cannot exceed.' })
  limits?: Record<string, string>;
}

@ObjectType({ description: 'A port of a container.' })
export class ContainerPort {
  @Field(() => String, { nullable: true, description: 'Name of the port.' })
  name?: string;
  @Field(() => Int, { description: 'The port in the container.' })
  containerPort!: number;
  @Field(() => Int, { nullable: true, description: 'The port of the node that leads to it.' })
  hostPort?: number;
  @Field(() => String, { nullable: true, description: 'Address of the node that is bound.' })
  hostIP?: string;
  @Field(() => String, { nullable: true, description: 'TCP, UDP or SCTP.' })
  protocol?: string;
}

@ObjectType({ description: 'An environment variable.' })
export class EnvVar {
  @Field(() => String, { description: 'Name of the variable.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Its value.' })
  value?: string;
  @Field(() => Json, { nullable: true, description: 'Where the value comes from instead.' })
  valueFrom?: unknown;
}

@ObjectType({ description: 'A container that a pod is to run.' })
export class Container {
  @Field(() => String, { description: 'Name, unique in the pod.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'The image.' })
  image?: string;
  @Field(() => String, { nullable: true, description: 'Always, IfNotPresent or Never.' })
  imagePullPolicy?: string;
  @Field(() => [String], { description: 'The program, instead of the image’s.' })
  command!: string[];
  @Field(() => [String], { description: 'Arguments of the program.' })
  args!: string[];
  @Field(() => [EnvVar], { description: 'Environment variables.' })
  env!: EnvVar[];
  @Field(() => [ContainerPort], { description: 'Ports of the container.' })
  ports!: ContainerPort[];
  @Field(() => ResourceRequirements, { nullable: true, description: 'What the container needs and may use.' })
  resources?: ResourceRequirements;
  @Field(() => String, { nullable: true, description: 'Always makes an init container a sidecar.' })
  restartPolicy?: string;
  @Field(() => Json, { nullable: true, description: 'Asks whether the container may get requests.' })
  readinessProbe?: unknown;
  @Field(() => Json, { nullable: true, description: 'Asks whether the container must be started again.' })
  livenessProbe?: unknown;
  @Field(() => Json, { nullable: true, description: 'Asks whether the container has started.' })
  startupProbe?: unknown;
}

@ObjectType({ description: 'A container that waits to run.' })
export class ContainerStateWaiting {
  @Field(() => String, { nullable: true, description: 'Why, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Why, for people.' })
  message?: string;
}

@ObjectType({ description: 'A container that runs.' })
export class ContainerStateRunning {
  @Field(() => DateTime, { nullable: true, description: 'Since when.' })
  startedAt?: string;
}

@ObjectType({ description: 'A container that has ended.' })
export class ContainerStateTerminated {
  @Field(() => Int, { description: 'Its exit code.' })
  exitCode!: number;
  @Field(() => Int, { nullable: true, description: 'The signal that ended it.' })
  signal?: number;
  @Field(() => String, { nullable: true, description: 'Why, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'Why, for people.' })
  message?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it started.' })
  startedAt?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it ended.' })
  finishedAt?: string;
}

@ObjectType({ description: 'What a container does; one of the three is set.' })
export class ContainerState {
  @Field(() => ContainerStateWaiting, { nullable: true, description: 'It waits to run.' })
  waiting?: ContainerStateWaiting;
  @Field(() => ContainerStateRunning, { nullable: true, description: 'It runs.' })
  running?: ContainerStateRunning;
  @Field(() => ContainerStateTerminated, { nullable: true, description: 'It has ended.' })
  terminated?: ContainerStateTerminated;
}

@ObjectType({ description: 'The state of a container.' })
export class ContainerStatus {
  @Field(() => String, { description: 'Name of the container.' })
  name!: string;
  @Field(() => Boolean, { description: 'Whether it may get requests.' })
  ready!: boolean;
  @Field(() => Boolean, { nullable: true, description: 'Whether it has started.' })
  started?: boolean;
  @Field(() => Int, { description: 'How often it was started again.' })
  restartCount!: number;
  @Field(() => String, { nullable: true, description: 'The image it runs.' })
  image?: string;
  @Field(() => String, { nullable: true, description: 'Digest of the image.' })
  imageID?: string;
  @Field(() => String, { nullable: true, description: 'Id of the container.' })
  containerID?: string;
  @Field(() => ContainerState, { nullable: true, description: 'What it does.' })
  state?: ContainerState;
  @Field(() => ContainerState, { nullable: true, description: 'How it ended the last time.' })
  lastState?: ContainerState;
}
