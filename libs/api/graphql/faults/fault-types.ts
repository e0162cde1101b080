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
  description: 'Kind of a fault of a node.',
  valuesMap: {
    HEARTBEATS_STOPPED: { description: 'The kubelet is stopped: no heartbeats, no work. Containers keep running.' },
    PARTITION: {
      description: 'The kubelet and the API server are disconnected; the kubelet acts on its last known state.',
    },
    POWER_OFF: { description: 'The machine is off; when the fault ends, it boots and containers restart.' },
    LEASE_FROZEN: { description: 'The Lease is not renewed.' },
    STATUS_FROZEN: { description: 'The node status is not updated.' },
    RUNTIME_DOWN: { description: 'The container runtime does not respond; after three minutes the node is not ready.' },
    NETWORK_NOT_READY: { description: 'The network plugin is not ready, so the node is not ready.' },
    SHUTDOWN: { description: 'Graceful shutdown, then off; when the fault ends, the node boots.' },
    SLOW_HEARTBEAT: { description: 'Lease and status are updated less often, by `factor`.' },
    API_LATENCY: { description: 'Traffic between the kubelet and the API server is delayed by `latency`.' },
    MEMORY_HOG: { description: 'A process outside of pods uses `amount` of memory.' },
    DISK_FILL: { description: 'A process outside of pods uses `amount` of disk space.' },
    PID_HOG: { description: 'Processes outside of pods use `amount` of PIDs.' },
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
  description: 'A component of the control plane with state in memory.',
  valuesMap: {
    SCHEDULER: { description: 'Schedules pods; a restart resets back-offs.' },
    NODE_LIFECYCLE_CONTROLLER: { description: 'Monitors nodes; a restart resets health records, queues and timers.' },
    KUBELET: { description: 'All simulated kubelets; containers keep running.' },
    CONTROLLER_MANAGER: { description: 'All other controllers; a restart resets back-offs.' },
    DESCHEDULER: { description: 'Runs scheduled cycles; a restart resets usage samples.' },
  },
});

@ObjectType({ isAbstract: true })
export abstract class FaultDescription {
  @Field(() => FaultKind, { description: 'Kind of the fault.' })
  kind!: FaultKind;
  @Field(() => String, { description: 'Name of the node.' })
  nodeName!: string;
  @Field(() => DateTime, { description: 'Start, in cluster time.' })
  since!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'End, in cluster time; null if the fault lasts until it is cleared.',
  })
  until?: string;
  @Field(() => Float, {
    nullable: true,
    description: 'For SLOW_HEARTBEAT: factor by which heartbeats are less frequent.',
  })
  factor?: number;
  @Field(() => Duration, { nullable: true, description: 'For API_LATENCY: the delay.' })
  latency?: string;
  @Field(() => String, {
    nullable: true,
    description: 'For MEMORY_HOG, DISK_FILL and PID_HOG: amount used, or share of the node.',
  })
  amount?: string;
}

@ObjectType({ description: 'An injected fault.' })
export class Fault extends FaultDescription {
  @Field(() => Boolean, { description: 'Whether the fault has started.' })
  isInForce!: boolean;
}

@InputType({ isAbstract: true })
export abstract class FaultTargetInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => [String], { nullable: true, description: 'Names of nodes.' })
  nodes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Label selector of nodes.',
  })
  nodeSelector?: string | null;
  @Field(() => String, { nullable: true, description: 'Zone of nodes.' })
  zone?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Share of the selected nodes (0-1), drawn with the cluster's seed.",
  })
  share?: number | null;
}

@InputType({ description: 'The nodes whose kubelets fail: all criteria must match, at least one is required.' })
export class StopHeartbeatsInput extends FaultTargetInput {
  @Field(() => Duration, { nullable: true, description: 'Duration, in cluster time (default: until cleared).' })
  for?: string | null;
}

@InputType({ description: 'The nodes whose kubelets recover: all criteria must match, at least one is required.' })
export class ResumeHeartbeatsInput extends FaultTargetInput {}

@InputType({ description: 'A fault to inject.' })
export class InjectFaultInput extends FaultTargetInput {
  @Field(() => FaultKind, { description: 'Kind of the fault.' })
  kind!: FaultKind;
  @Field(() => Duration, { nullable: true, description: 'Duration, in cluster time (default: until cleared).' })
  for?: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Start, in cluster time (default: now).' })
  at?: string | null;
  @Field(() => Duration, { nullable: true, description: 'Delay until the start, in cluster time.' })
  after?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: 'For SLOW_HEARTBEAT: factor by which heartbeats are less frequent (at least 1).',
  })
  factor?: number | null;
  @Field(() => Duration, { nullable: true, description: 'For API_LATENCY: the delay.' })
  latency?: string | null;
  @Field(() => Amount, {
    nullable: true,
    description: 'For MEMORY_HOG, DISK_FILL and PID_HOG: amount to use, such as 6Gi, 200 or 80%.',
  })
  amount?: string | null;
}

@InputType({
  description:
    'Selects faults to clear: all criteria that are given must match; without criteria all faults are cleared.',
})
export class ClearFaultsInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => [FaultKind], { nullable: true, description: 'Kinds of faults.' })
  kinds?: FaultKind[] | null;
  @Field(() => [String], { nullable: true, description: 'Names of nodes.' })
  nodes?: string[] | null;
  @Field(() => String, { nullable: true, description: 'Label selector of nodes.' })
  nodeSelector?: string | null;
  @Field(() => String, { nullable: true, description: 'Zone of nodes.' })
  zone?: string | null;
}

@InputType({ description: 'A machine to power off.' })
export class CrashNodeInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => Duration, {
    nullable: true,
    description: 'Time until the machine boots again (default: when the fault is cleared).',
  })
  rebootAfter?: string | null;
}

@InputType({ description: 'A component to restart.' })
export class RestartComponentInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => RestartableComponent, { description: 'Input of the mutation.' })
  component!: RestartableComponent;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a restart.' })
export class RestartComponentPayload extends MutationPayload {
  @Field(() => RestartableComponent, { nullable: true, description: 'The restarted component.' })
  component?: RestartableComponent;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of a change of faults.' })
export class FaultPayload extends MutationPayload {
  @Field(() => [Fault], { description: 'All current faults.' })
  faults!: unknown[];
  @Field(() => [String], { description: 'Names of the selected nodes.' })
  nodes!: string[];
}
