import { Field, Float, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../../values/scalars/scalars';

@ObjectType({ description: 'A step of a scenario.' })
export class ScenarioStep {
  @Field(() => String, { description: 'Name of the step.' })
  name!: string;
  @Field(() => DateTime, { description: 'Time, in cluster time.' })
  at!: string;
  @Field(() => Float, { description: 'Seconds of cluster time since the start of the scenario.' })
  seconds!: number;
  @Field(() => String, { description: 'Type of the action, such as `fault` or `expect`.' })
  action!: string;
  @Field(() => Boolean, { description: 'Whether the action succeeded or the expectation was met.' })
  ok!: boolean;
  @Field(() => String, { description: 'Outcome of the action, or why it failed.' })
  message!: string;
}

@ObjectType({ description: 'Report of a scenario.' })
export class ScenarioReport {
  @Field(() => String, { description: 'Name of the scenario.' })
  name!: string;
  @Field(() => DateTime, { description: 'Start, in cluster time.' })
  startedAt!: string;
  @Field(() => DateTime, { description: 'End, in cluster time.' })
  endedAt!: string;
  @Field(() => Boolean, { description: 'Whether every step succeeded.' })
  passed!: boolean;
  @Field(() => [ScenarioStep], { description: 'The steps, in order.' })
  steps!: ScenarioStep[];
  @Field(() => [String], { description: 'Conditions outside of the scenario that may have changed the outcome.' })
  warnings!: string[];
}

@ObjectType({ description: 'The course of the newest scenario of a cluster.' })
export class ScenarioProgress {
  @Field(() => String, { description: 'Name of the scenario.' })
  name!: string;
  @Field(() => DateTime, { description: 'Start of the scenario, in cluster time.' })
  startedAt!: string;
  @Field(() => Boolean, { description: 'Whether further steps follow.' })
  isRunning!: boolean;
  @Field(() => Boolean, { description: 'Whether every step so far succeeded.' })
  passed!: boolean;
  @Field(() => [ScenarioStep], { description: 'The steps so far, in order.' })
  steps!: ScenarioStep[];
}
