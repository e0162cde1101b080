import { Field, Float, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../../values/scalars/scalars';

@ObjectType({ description: 'Extent and size of the retained history of a cluster.' })
export class ClusterHistory {
  @Field(() => String, { description: 'The first revision that can be read as it was.' })
  oldestResourceVersion!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Cluster time of the first change after it; null if nothing has changed since.',
  })
  oldestTime?: string | null;
  @Field(() => Float, {
    description: 'Number of changes in the log, with those that made objects what they were at its beginning.',
  })
  changes!: number;
  @Field(() => Float, { description: 'Bytes of the objects in the log as JSON; the database may compress them.' })
  bytes!: number;
}
