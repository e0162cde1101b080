import { Field, Float, InputType, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { DateTime } from '../scalars/scalars';

@InputType({ description: 'A scenario to run.' })
export class RunScenarioInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'The scenario, in YAML or JSON.' })
  yaml!: string;
}

@ObjectType({ description: 'What happened at one point of a scenario.' })
export class ScenarioStep {
  @Field(() => String, { description: 'Its name in the scenario.' })
  name!: string;
  @Field(() => DateTime, { description: 'When, in cluster time.' })
  at!: string;
  @Field(() => Float, { description: 'Seconds of cluster time since the start of the scenario.' })
  seconds!: number;
  @Field(() => String, { description: 'What kind of action it was, such as `fault` or `expect`.' })
  action!: string;
  @Field(() => Boolean, { description: 'Whether it could be done, or was as expected.' })
  ok!: boolean;
  @Field(() => String, { description: 'What was done, or what is wrong.' })
  message!: string;
}

@ObjectType({ description: 'How a scenario went.' })
export class ScenarioReport {
  @Field(() => String, { description: 'Name of the scenario.' })
  name!: string;
  @Field(() => DateTime, { description: 'When it began, in cluster time.' })
  startedAt!: string;
  @Field(() => DateTime, { description: 'When it ended, in cluster time.' })
  endedAt!: string;
  @Field(() => Boolean, { description: 'Whether every action could be done and every expectation held.' })
  passed!: boolean;
  @Field(() => [ScenarioStep], { description: 'What happened, in order.' })
  steps!: ScenarioStep[];
  @Field(() => [String], { description: 'What may have changed the outcome without being part of the scenario.' })
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

@ObjectType({ implements: () => [MutationPayload], description: 'A scenario that was run.' })
export class RunScenarioPayload extends MutationPayload {
  @Field(() => ScenarioReport, { nullable: true, description: 'How it went; none if it could not be read.' })
  report?: ScenarioReport | null;
}
