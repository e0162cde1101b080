import { Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Condition, LabelSelector, ObjectReference } from '../resources/metadata';
import { Resource } from '../resources/resource';
import { DateTime, Int64, IntOrString, Json, LabelMap } from '../scalars/scalars';

export const NamespacePhase = { ACTIVE: 'Active', TERMINATING: 'Terminating' } as const;
registerEnumType(NamespacePhase, {
  name: 'NamespacePhase',
  description: 'Where a namespace is in its life.',
  valuesMap: {
    ACTIVE: { description: 'In use.' },
    TERMINATING: { description: 'Being emptied; nothing new gets in.' },
  },
});

@ObjectType({ description: 'What is asked of a namespace.' })
export class NamespaceSpec {
  @Field(() => [String], { description: 'Who must finish before the namespace can be removed.' })
  finalizers!: string[];
}

@ObjectType({ description: 'The state of a namespace.' })
export class NamespaceStatus {
  @Field(() => NamespacePhase, { nullable: true, description: 'Where the namespace is in its life.' })
  phase?: string;
  @Field(() => [Condition], { description: 'What keeps a namespace that is being deleted.' })
  conditions!: Condition[];
}

@ObjectType({ implements: () => [Resource], description: 'A room of names for other objects.' })
export class Namespace extends Resource {
  @Field(() => NamespaceSpec, { nullable: true, description: 'What is asked for.' })
  spec?: NamespaceSpec;
  @Field(() => NamespaceStatus, { nullable: true, description: 'What is.' })
  status?: NamespaceStatus;
}

@ObjectType({ implements: () => [Resource], description: 'How important pods of a class are to one another.' })
export class PriorityClass extends Resource {
  @Field(() => Int, { description: 'The priority; pods with a higher one may displace pods with a lower one.' })
  value!: number;
  @Field(() => Boolean, { nullable: true, description: 'Whether pods without a class get this one.' })
  globalDefault?: boolean;
  @Field(() => String, { nullable: true, description: 'What the class is for.' })
  description?: string;
  @Field(() => String, { nullable: true, description: 'PreemptLowerPriority or Never.' })
  preemptionPolicy?: string;
}

@ObjectType({ description: 'How many pods of an application must stay.' })
export class PodDisruptionBudgetSpec {
  @Field(() => LabelSelector, { nullable: true, description: 'The pods of the application.' })
  selector?: LabelSelector;
  @Field(() => IntOrString, {
    nullable: true,
    description: 'How many pods must stay healthy; a number or a percentage.',
  })
  minAvailable?: number | string;
  @Field(() => IntOrString, { nullable: true, description: 'How many pods may be missing; a number or a percentage.' })
  maxUnavailable?: number | string;
  @Field(() => String, {
    nullable: true,
    description: 'Whether unhealthy pods need a budget: IfHealthyBudget or AlwaysAllow.',
  })
  unhealthyPodEvictionPolicy?: string;
}

@ObjectType({ description: 'What a disruption budget allows just now.' })
export class PodDisruptionBudgetStatus {
  @Field(() => Int, { nullable: true, description: 'How many pods may be evicted now.' })
  disruptionsAllowed?: number;
  @Field(() => Int, { nullable: true, description: 'Healthy pods now.' })
  currentHealthy?: number;
  @Field(() => Int, { nullable: true, description: 'Healthy pods that there must be.' })
  desiredHealthy?: number;
  @Field(() => Int, { nullable: true, description: 'Pods that the budget counts.' })
  expectedPods?: number;
  @Field(() => Int64, { nullable: true, description: 'Generation of the budget that this was computed from.' })
  observedGeneration?: number;
  @Field(() => Json, {
    nullable: true,
    description: 'Pods whose eviction was allowed and is not yet seen, with the time.',
  })
  disruptedPods?: unknown;
  @Field(() => [Condition], { description: 'What holds of the budget.' })
  conditions!: Condition[];
}

@ObjectType({
  implements: () => [Resource],
  description: 'Limits how many pods of an application may be evicted at once.',
})
export class PodDisruptionBudget extends Resource {
  @Field(() => PodDisruptionBudgetSpec, { nullable: true, description: 'What is asked for.' })
  spec?: PodDisruptionBudgetSpec;
  @Field(() => PodDisruptionBudgetStatus, { nullable: true, description: 'What is.' })
  status?: PodDisruptionBudgetStatus;
}

@ObjectType({ description: 'Who holds a lease, and until when.' })
export class LeaseSpec {
  @Field(() => String, { nullable: true, description: 'The holder; a node’s name for a heartbeat.' })
  holderIdentity?: string;
  @Field(() => Int, { nullable: true, description: 'How long a renewal is good for.' })
  leaseDurationSeconds?: number;
  @Field(() => DateTime, { nullable: true, description: 'When the holder got the lease.' })
  acquireTime?: string;
  @Field(() => DateTime, { nullable: true, description: 'When the holder last renewed the lease.' })
  renewTime?: string;
  @Field(() => Int, { nullable: true, description: 'How often the lease changed hands.' })
  leaseTransitions?: number;
}

@ObjectType({
  implements: () => [Resource],
  description: 'A claim that must be renewed: the heartbeat of a node, or leadership.',
})
export class Lease extends Resource {
  @Field(() => LeaseSpec, { nullable: true, description: 'Holder and times.' })
  spec?: LeaseSpec;
}

@ObjectType({ description: 'Who reported an event.' })
export class EventSource {
  @Field(() => String, { nullable: true, description: 'The component.' })
  component?: string;
  @Field(() => String, { nullable: true, description: 'The node on which the component runs.' })
  host?: string;
}

@ObjectType({ implements: () => [Resource], description: 'Something that happened to an object. Kept for an hour.' })
export class Event extends Resource {
  @Field(() => ObjectReference, { nullable: true, description: 'What the event is about.' })
  involvedObject?: ObjectReference;
  @Field(() => ObjectReference, { nullable: true, description: 'A second object that plays a part.' })
  related?: ObjectReference;
  @Field(() => String, { nullable: true, description: 'What happened, in one word.' })
  reason?: string;
  @Field(() => String, { nullable: true, description: 'What happened, for people.' })
  message?: string;
  @Field(() => String, { nullable: true, description: 'Normal or Warning.' })
  type?: string;
  @Field(() => String, { nullable: true, description: 'What was done because of it.' })
  action?: string;
  @Field(() => EventSource, { nullable: true, description: 'Who reported it.' })
  source?: EventSource;
  @Field(() => String, { nullable: true, description: 'Name of the controller that reported it.' })
  reportingComponent?: string;
  @Field(() => String, { nullable: true, description: 'Which instance of the controller.' })
  reportingInstance?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it first happened.' })
  firstTimestamp?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it last happened.' })
  lastTimestamp?: string;
  @Field(() => DateTime, { nullable: true, description: 'When it happened, to the microsecond.' })
  eventTime?: string;
  @Field(() => Int, { nullable: true, description: 'How often it happened.' })
  count?: number;
}

@ObjectType({ implements: () => [Resource], description: 'Configuration as keys and values.' })
export class ConfigMap extends Resource {
  @Field(() => LabelMap, { description: 'Texts by key.' })
  data!: Record<string, string>;
  @Field(() => LabelMap, { description: 'Bytes in base64 by key.' })
  binaryData!: Record<string, string>;
  @Field(() => Boolean, { nullable: true, description: 'Whether the data can no longer be changed.' })
  immutable?: boolean;
}

@ObjectType({ implements: () => [Resource], description: 'Confidential data as keys and values.' })
export class Secret extends Resource {
  @Field(() => String, { nullable: true, description: 'What the secret is for, such as Opaque.' })
  type?: string;
  @Field(() => LabelMap, { description: 'Bytes in base64 by key.' })
  data!: Record<string, string>;
  @Field(() => Boolean, { nullable: true, description: 'Whether the data can no longer be changed.' })
  immutable?: boolean;
}

@ObjectType({ implements: () => [Resource], description: 'The identity of the programs in pods.' })
export class ServiceAccount extends Resource {
  @Field(() => [Json], { description: 'Secrets that its pods may use.' })
  secrets!: unknown[];
  @Field(() => [Json], { description: 'Secrets for pulling images.' })
  imagePullSecrets!: unknown[];
  @Field(() => Boolean, { nullable: true, description: 'Whether pods get a token without asking.' })
  automountServiceAccountToken?: boolean;
}

@ObjectType({ description: 'A port of a service.' })
export class ServicePort {
  @Field(() => String, { nullable: true, description: 'Name of the port.' })
  name?: string;
  @Field(() => String, { nullable: true, description: 'TCP, UDP or SCTP.' })
  protocol?: string;
  @Field(() => Int, { description: 'The port of the service.' })
  port!: number;
  @Field(() => IntOrString, { nullable: true, description: 'The port of the pods, or its name.' })
  targetPort?: number | string;
  @Field(() => Int, { nullable: true, description: 'The port on every node.' })
  nodePort?: number;
}

@ObjectType({ description: 'What is asked of a service.' })
export class ServiceSpec {
  @Field(() => String, { nullable: true, description: 'ClusterIP, NodePort, LoadBalancer or ExternalName.' })
  type?: string;
  @Field(() => LabelMap, { description: 'Labels of the pods behind the service.' })
  selector!: Record<string, string>;
  @Field(() => String, { nullable: true, description: 'Address inside the cluster.' })
  clusterIP?: string;
  @Field(() => [ServicePort], { description: 'Ports of the service.' })
  ports!: ServicePort[];
}

@ObjectType({ implements: () => [Resource], description: 'One address for a set of pods.' })
export class Service extends Resource {
  @Field(() => ServiceSpec, { nullable: true, description: 'What is asked for.' })
  spec?: ServiceSpec;
  @Field(() => Json, { nullable: true, description: 'What is.' })
  status?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'The addresses behind a service.' })
export class Endpoints extends Resource {
  @Field(() => [Json], { description: 'Addresses and ports that belong together.' })
  subsets!: unknown[];
}
