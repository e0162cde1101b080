import { Field, ObjectType } from '@nestjs/graphql';
import { Resource } from '../resources/resource';
import { Json } from '../scalars/scalars';

@ObjectType({ description: 'What a namespace may use.' })
export class ResourceQuotaSpec {
  @Field(() => Json, { nullable: true, description: 'The most of each resource.' })
  hard?: unknown;
  @Field(() => [String], { nullable: true, description: 'Which pods count.' })
  scopes?: string[];
  @Field(() => Json, { nullable: true, description: 'Which pods count, by requirements.' })
  scopeSelector?: unknown;
}

@ObjectType({ description: 'What a namespace uses.' })
export class ResourceQuotaStatus {
  @Field(() => Json, { nullable: true, description: 'The most of each resource.' })
  hard?: unknown;
  @Field(() => Json, { nullable: true, description: 'How much of each is used.' })
  used?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'Bounds on what all objects of a namespace use together.' })
export class ResourceQuota extends Resource {
  @Field(() => ResourceQuotaSpec, { nullable: true, description: 'What is asked for.' })
  spec?: ResourceQuotaSpec;
  @Field(() => ResourceQuotaStatus, { nullable: true, description: 'What is.' })
  status?: ResourceQuotaStatus;
}

@ObjectType({ description: 'Bounds and defaults by type.' })
export class LimitRangeSpec {
  @Field(() => Json, { nullable: true, description: 'For Container, Pod and PersistentVolumeClaim, one item each.' })
  limits?: unknown;
}

@ObjectType({ implements: () => [Resource], description: 'Bounds and defaults for single objects of a namespace.' })
export class LimitRange extends Resource {
  @Field(() => LimitRangeSpec, { nullable: true, description: 'What is asked for.' })
  spec?: LimitRangeSpec;
}

@ObjectType({ implements: () => [Resource], description: 'Some of the pods behind a Service.' })
export class EndpointSlice extends Resource {
  @Field(() => String, { nullable: true, description: 'Family of the addresses.' })
  addressType?: string;
  @Field(() => Json, { nullable: true, description: 'Ports of all endpoints.' })
  ports?: unknown;
  @Field(() => Json, { nullable: true, description: 'The pods with their addresses.' })
  endpoints?: unknown;
}
