import { Field, Float, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ClockMode } from '../clock/clock-types';
import { MutationPayload } from '../errors/user-errors';
import { DateTime, Json } from '../scalars/scalars';
import { ClusterSettingsInput } from './settings-input';

@ObjectType({ description: 'Where a fork began.' })
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

@InputType({ description: 'Clock of a new cluster.' })
export class NewClockInput {
  @Field(() => ClockMode, { description: 'How cluster time follows real time.' })
  mode!: ClockMode;
  @Field(() => Float, { nullable: true, description: 'Cluster seconds per real second, for SCALED.' })
  rate?: number | null;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Initial cluster time (default: now; 2025-01-01T00:00:00Z if it is PAUSED).',
  })
  startAt?: string | null;
}

@InputType({ description: 'A cluster to create.' })
export class CreateClusterInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Name: lower case letters, digits, `-` and `.` (at most 63 characters).' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Seed (default: the name).' })
  seed?: string | null;
  @Field(() => NewClockInput, { nullable: true, description: 'Clock (default: REALTIME).' })
  clock?: NewClockInput | null;
  @Field(() => Int, { nullable: true, description: 'Number of simulated nodes (at most 65000, default 0).' })
  nodes?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Number of zones over which the nodes are distributed (default 1).',
  })
  zones?: number | null;
  @Field(() => ClusterSettingsInput, { nullable: true, description: 'Settings of the cluster.' })
  settings?: Record<string, unknown> | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether everything that it is asked for is recorded from its beginning on, for `replayRecording`; its clock must stand still (PAUSED or AUTO).',
  })
  record?: boolean | null;
}

const AT_CREATION = 'Can be chosen only at creation; another value is refused.';

@InputType({ description: 'A change of a cluster. Objects in it are changed by other mutations.' })
export class UpdateClusterInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { nullable: true, description: 'Its name (default: the requested cluster).' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: `Seed. ${AT_CREATION}` })
  seed?: string | null;
  @Field(() => NewClockInput, { nullable: true, description: `Clock. ${AT_CREATION} See \`setClockMode\`.` })
  clock?: NewClockInput | null;
  @Field(() => Int, { nullable: true, description: `Initial nodes. ${AT_CREATION} See \`addNodes\`.` })
  nodes?: number | null;
  @Field(() => Int, { nullable: true, description: `Zones of the initial nodes. ${AT_CREATION}` })
  zones?: number | null;
  @Field(() => ClusterSettingsInput, { nullable: true, description: 'Settings to change.' })
  settings?: Record<string, unknown> | null;
}

@InputType({ description: 'A cluster to delete.' })
export class DeleteClusterInput {
  @Field(() => String, { nullable: true, description: 'Returned in the payload as it was given.' })
  clientMutationId?: string | null;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of creating, changing or deleting a cluster.' })
export class ClusterPayload extends MutationPayload {
  @Field(() => ClusterInfo, { nullable: true, description: 'The cluster; after its deletion, its last state.' })
  cluster?: unknown;
}
