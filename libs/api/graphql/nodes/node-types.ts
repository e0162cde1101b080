import { Field, Float, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'How much of a node’s allocatable resources its pods request.' })
export class Utilization {
  @Field(() => Float, { description: 'CPU in percent.' })
  cpuPercent!: number;
  @Field(() => Float, { description: 'Memory in percent.' })
  memoryPercent!: number;
  @Field(() => Float, { description: 'Number of pods in percent.' })
  podsPercent!: number;
}
