import { Field, Float, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Requested resources in percent of the allocatable ones.' })
export class Utilization {
  @Field(() => Float, { description: 'CPU, in percent.' })
  cpuPercent!: number;
  @Field(() => Float, { description: 'Memory, in percent.' })
  memoryPercent!: number;
  @Field(() => Float, { description: 'Number of pods, in percent.' })
  podsPercent!: number;
}
