import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ClockMode } from '../clock/clock-types';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Json } from '../scalars/scalars';
import { ClusterSettingsInput } from './settings-input';

@ObjectType({ description: 'A cluster: objects, time and faults of its own.' })
export class ClusterInfo {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => String, { description: 'What its chance is made from: same seed and same inputs, same result.' })
  seed!: string;
  @Field(() => DateTime, { description: 'When it was made, in real time.' })
  createdAt!: string;
  @Field(() => Json, { description: 'Its settings.' })
  settings!: unknown;
  @Field(() => String, { description: 'Path under which its APIs are served.' })
  path!: string;
}

@InputType({ description: 'The clock of a new cluster.' })
export class NewClockInput {
  @Field(() => ClockMode, { description: 'How it follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, { nullable: true, description: 'Cluster seconds per real second, for SCALED.' })
  rate?: number | null;
  @Field(() => DateTime, { nullable: true, description: 'Where it starts; now, if not given.' })
  startAt?: string | null;
}

@InputType({ description: 'A cluster to make.' })
export class CreateClusterInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Its name: lower case letters, digits, `-` and `.`, at most 63.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'What its chance is made from; its name if not given.' })
  seed?: string | null;
  @Field(() => NewClockInput, { nullable: true, description: 'Its clock; REALTIME if not given.' })
  clock?: NewClockInput | null;
  @Field(() => Int, { nullable: true, description: 'How many simulated nodes it has from the start, at most 65000.' })
  nodes?: number | null;
  @Field(() => Int, { nullable: true, description: 'Over how many zones they are spread; 1 if not given.' })
  zones?: number | null;
  @Field(() => ClusterSettingsInput, { nullable: true, description: 'Its settings.' })
  settings?: Record<string, unknown> | null;
}

@InputType({ description: 'A cluster to delete.' })
export class DeleteClusterInput {
  @Field(() => String, { nullable: true, description: 'Comes back in the payload.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a cluster.' })
export class ClusterPayload extends MutationPayload {
  @Field(() => ClusterInfo, { nullable: true, description: 'The cluster; after its deletion, as it was.' })
  cluster?: unknown;
}
