import { Field, ObjectType } from '@nestjs/graphql';
import { DateTime, Json } from '../../values/scalars/scalars';

@ObjectType({ description: 'Origin of a fork.' })
export class ForkOrigin {
  @Field(() => String, { description: 'Name that the other cluster had.' })
  cluster!: string;
  @Field(() => String, { description: 'Revision up to which both are the same.' })
  resourceVersion!: string;
}

@ObjectType({ description: 'A cluster with its own objects, time and faults.' })
export class ClusterInfo {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => String, { description: 'Seed of the cluster: the same seed and inputs give the same result.' })
  seed!: string;
  @Field(() => DateTime, { description: 'Creation time, in real time.' })
  createdAt!: string;
  @Field(() => Json, { description: 'Settings of the cluster.' })
  settings!: unknown;
  @Field(() => String, { description: 'Path under which the APIs of the cluster are served.' })
  path!: string;
  @Field(() => ForkOrigin, { nullable: true, description: 'The cluster that it was forked from, if it was.' })
  forkedFrom?: ForkOrigin | null;
}
