import { Field, Float, InputType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Amount, DateTime, Duration } from '../scalars/scalars';

export const FaultKind = {
  HEARTBEATS_STOPPED: 'HEARTBEATS_STOPPED',
  PARTITION: 'PARTITION',
  POWER_OFF: 'POWER_OFF',
  LEASE_FROZEN: 'LEASE_FROZEN',
  STATUS_FROZEN: 'STATUS_FROZEN',
  RUNTIME_DOWN: 'RUNTIME_DOWN',
  NETWORK_NOT_READY: 'NETWORK_NOT_READY',
  SHUTDOWN: 'SHUTDOWN',
  SLOW_HEARTBEAT: 'SLOW_HEARTBEAT',
  API_LATENCY: 'API_LATENCY',
  MEMORY_HOG: 'MEMORY_HOG',
  DISK_FILL: 'DISK_FILL',
  PID_HOG: 'PID_HOG',
} as const;
export type FaultKind = (typeof FaultKind)[keyof typeof FaultKind];
registerEnumType(FaultKind, {
  name: 'FaultKind',
  description: 'What can be wrong with a node.',
  valuesMap: {
    HEARTBEATS_STOPPED: { description: 'Its kubelet is silent: no heartbeats, no work. Containers run on.' },
    PARTITION: { description: 'Kubelet and API do not hear each other; the kubelet goes on acting by itself.' },
    POWER_OFF: { description: 'The machine is off; when it ends, it boots and containers start anew.' },
    LEASE_FROZEN: { description: 'Its Lease is not renewed.' },
    STATUS_FROZEN: { description: 'Its status is not written.' },
    RUNTIME_DOWN: { description: 'Its container runtime does not answer; after three minutes it is not ready.' },
    NETWORK_NOT_READY: { description: 'Its network plugin is not ready, and so it is not ready.' },
    SHUTDOWN: { description: 'It is shut down in good order, then off; when it ends, it boots.' },
    SLOW_HEARTBEAT: { description: 'Its Lease and status come several times less often; give factor.' },
    API_LATENCY: { description: 'What it and the API say to each other arrives later; give latency.' },
    MEMORY_HOG: { description: 'A program that is no pod takes its memory; give amount.' },
    DISK_FILL: { description: 'A program that is no pod fills its disk; give amount.' },
    PID_HOG: { description: 'A program that is no pod has many processes; give amount.' },
  },
});

export const RestartableComponent = {
  SCHEDULER: 'scheduler',
  NODE_LIFECYCLE_CONTROLLER: 'node-lifecycle-controller',
  KUBELET: 'kubelet',
  CONTROLLER_MANAGER: 'controller-manager',
  DESCHEDULER: 'descheduler',
} as const;
export type RestartableComponent = (typeof RestartableComponent)[keyof typeof RestartableComponent];
registerEnumType(RestartableComponent, {
  name: 'Component',
  description: 'A component of the control plane that keeps something in memory.',
  valuesMap: {
    SCHEDULER: { description: 'Places pods; forgets back-offs.' },
    NODE_LIFECYCLE_CONTROLLER: { description: 'Watches over nodes; forgets health records, queues and timers.' },
    KUBELET: { description: 'All simulated kubelets; containers run on.' },
    CONTROLLER_MANAGER: { description: 'All other controllers; forgets quarantines and back-offs.' },
    DESCHEDULER: { description: 'Runs the cycles of the schedule; forgets its samples of usage.' },
  },
});

@ObjectType({ description: 'Something that was made to go wrong.' })
export class Fault {
  @Field(() => FaultKind, { description: 'What is wrong.' })
  kind!: FaultKind;
  @Field(() => String, { description: 'Name of the node it is wrong with.' })
  nodeName!: string;
  @Field(() => DateTime, { description: 'Since when, in cluster time.' })
  since!: string;
  @Field(() => DateTime, { nullable: true, description: 'Until when, in cluster time; none: until it is lifted.' })
  until?: string;
  @Field(() => Boolean, { description: 'Whether it has begun.' })
  isInForce!: boolean;
  @Field(() => Float, { nullable: true, description: 'Of slow heartbeats: how many times less often they come.' })
  factor?: number;
  @Field(() => Duration, { nullable: true, description: 'Of a slow connection: how much later everything arrives.' })
  latency?: string;
  @Field(() => String, { nullable: true, description: 'Of a hog: how much it takes, or which share of the node.' })
  amount?: string;
}

@InputType({ isAbstract: true })
export abstract class FaultTargetInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => [String], { nullable: true, description: 'Nodes with these names.' })
  nodes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Nodes with these labels, as Kubernetes writes a label selector.',
  })
  nodeSelector?: string | null;
  @Field(() => String, { nullable: true, description: 'Nodes of this zone.' })
  zone?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: 'This share of them, from 0 to 1, drawn with the seed of the cluster.',
  })
  share?: number | null;
}

@InputType({ description: 'The nodes whose kubelets fail: all criteria must match, at least one is required.' })
export class StopHeartbeatsInput extends FaultTargetInput {
  @Field(() => Duration, { nullable: true, description: 'For how long, in cluster time; until lifted if not given.' })
  for?: string | null;
}

@InputType({ description: 'The nodes whose kubelets recover: all criteria must match, at least one is required.' })
export class ResumeHeartbeatsInput extends FaultTargetInput {}

@InputType({ description: 'Something to go wrong.' })
export class InjectFaultInput extends FaultTargetInput {
  @Field(() => FaultKind, { description: 'What goes wrong.' })
  kind!: FaultKind;
  @Field(() => Duration, { nullable: true, description: 'For how long, in cluster time; until lifted if not given.' })
  for?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'When it begins, in cluster time; now if not given.' })
  at?: string | null;
  @Field(() => Duration, { nullable: true, description: 'After how long it begins, in cluster time.' })
  after?: string | null;
  @Field(() => Float, { nullable: true, description: 'For SLOW_HEARTBEAT: how many times less often; at least 1.' })
  factor?: number | null;
  @Field(() => Duration, { nullable: true, description: 'For API_LATENCY: how much later everything arrives.' })
  latency?: string | null;
  @Field(() => Amount, {
    nullable: true,
    description: 'For MEMORY_HOG, DISK_FILL and PID_HOG: how much it takes, such as 6Gi, 200 or 80%.',
  })
  amount?: string | null;
}

@InputType({ description: 'The faults to lift: everything given must hold; nothing given means all.' })
export class ClearFaultsInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => [FaultKind], { nullable: true, description: 'Of these kinds.' })
  kinds?: FaultKind[] | null;
  @Field(() => [String], { nullable: true, description: 'Of nodes with these names.' })
  nodes?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Of nodes with these labels.' })
  nodeSelector?: string | null;
  @Field(() => String, { nullable: true, description: 'Of nodes of this zone.' })
  zone?: string | null;
}

@InputType({ description: 'The machine to lose power.' })
export class CrashNodeInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => Duration, { nullable: true, description: 'When it boots again; when the fault is lifted if not given.' })
  rebootAfter?: string | null;
}

@InputType({ description: 'The component to restart.' })
export class RestartComponentInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => RestartableComponent, { description: 'Which one.' })
  component!: RestartableComponent;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a restart.' })
export class RestartComponentPayload extends MutationPayload {
  @Field(() => RestartableComponent, { nullable: true, description: 'The component that was restarted.' })
  component?: RestartableComponent;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of faults.' })
export class FaultPayload extends MutationPayload {
  @Field(() => [Fault], { description: 'The faults there are now.' })
  faults!: unknown[];
  @Field(() => [String], { description: 'Names of the nodes that were meant.' })
  nodes!: string[];
}
