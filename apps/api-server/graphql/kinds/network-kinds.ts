import { Field, ObjectType } from '@nestjs/graphql';
import { LabelSelector } from '../resources/metadata';
import { Resource } from '../resources/resource';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'What is asked of an Ingress.' })
export class IngressSpec {
  @Field(() => String, { nullable: true, description: 'The class, and with it the controller.' })
  ingressClassName?: string;
  @Field(() => Json, { nullable: true, description: 'Where requests go that fit no rule.' })
  defaultBackend?: unknown;
  @Field(() => [Json], { description: 'Where requests go, by host and path.' })
  rules!: unknown[];
  @Field(() => [Json], { description: 'Hosts with certificates.' })
  tls!: unknown[];
}

@ObjectType({
  implements: () => [Resource],
  description: 'Ways from outside to Services, by host and path. It is kept; nothing is routed.',
})
export class Ingress extends Resource {
  @Field(() => IngressSpec, { nullable: true, description: 'What is asked for.' })
  spec?: IngressSpec;
  @Field(() => Json, { nullable: true, description: 'What is: where the load balancer is reached.' })
  status?: unknown;
}

@ObjectType({ description: 'Whose the Ingresses of a class are.' })
export class IngressClassSpec {
  @Field(() => String, { nullable: true, description: 'The controller of the Ingresses.' })
  controller?: string;
  @Field(() => Json, { nullable: true, description: 'The object that tells the controller more.' })
  parameters?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'A kind of Ingresses.' })
export class IngressClass extends Resource {
  @Field(() => IngressClassSpec, { nullable: true, description: 'Whose they are.' })
  spec?: IngressClassSpec;
}

@ObjectType({ description: 'What may reach pods, and what they may reach.' })
export class NetworkPolicySpec {
  @Field(() => LabelSelector, { nullable: true, description: 'The pods that the policy is about.' })
  podSelector?: LabelSelector;
  @Field(() => [String], { description: 'Whether it is about what comes in (Ingress), goes out (Egress), or both.' })
  policyTypes!: string[];
  @Field(() => [Json], { description: 'What may come in.' })
  ingress!: unknown[];
  @Field(() => [Json], { description: 'What may go out.' })
  egress!: unknown[];
}

@ObjectType({
  implements: () => [Resource],
  description: 'What may reach some pods, and what they may reach. It is kept; nothing is enforced.',
})
export class NetworkPolicy extends Resource {
  @Field(() => NetworkPolicySpec, { nullable: true, description: 'What is asked for.' })
  spec?: NetworkPolicySpec;
}
