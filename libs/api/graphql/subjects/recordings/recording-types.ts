import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime, Json } from '../../values/scalars/scalars';

@ObjectType({
  description: 'Inputs of a cluster since its beginning, with the answers of webhooks and other programs.',
})
export class ClusterRecording {
  @Field(() => String, { description: 'The cluster.' })
  cluster!: string;
  @Field(() => Boolean, { description: 'Whether the cluster is still being recorded.' })
  isOn!: boolean;
  @Field(() => DateTime, { description: 'When it began, in real time.' })
  startedAt!: string;
  @Field(() => String, { description: 'Version of the server that records.' })
  build!: string;
  @Field(() => Int, { description: 'Number of inputs and answers.' })
  entries!: number;
  @Field(() => String, { nullable: true, description: 'Why it ended; null while it is running.' })
  endedBecause!: string | null;
  @Field(() => String, { nullable: true, description: 'Revision at which it ended; null while it is running.' })
  endedAtResourceVersion!: string | null;
}

@ObjectType({ description: 'A change of a log, as logs are compared.' })
class ComparedChange {
  @Field(() => String, { description: 'Revision.' })
  resourceVersion!: string;
  @Field(() => DateTime, { description: 'Cluster time.' })
  at!: string;
  @Field(() => String, { description: '`created`, `updated` or `deleted`.' })
  operation!: string;
  @Field(() => String, { description: 'Resource and group, such as `deployments.apps`.' })
  resource!: string;
  @Field(() => String, { description: 'Namespace; empty if it has none.' })
  namespace!: string;
  @Field(() => String, { description: 'Name.' })
  name!: string;
  @Field(() => Json, { description: 'The object.' })
  object!: unknown;
}

@ObjectType({ description: 'The first place in which two logs differ.' })
class LogDifference {
  @Field(() => String, { description: 'Revision.' })
  resourceVersion!: string;
  @Field(() => ComparedChange, { nullable: true, description: 'The recorded change; null if the recording had ended.' })
  recorded!: ComparedChange | null;
  @Field(() => ComparedChange, { nullable: true, description: 'The change of the replay; null if there was none.' })
  repeated!: ComparedChange | null;
}

@ObjectType({ description: 'Result of a replay.' })
export class ReplayReport {
  @Field(() => Boolean, { description: 'Whether both logs are the same, byte for byte.' })
  isSame!: boolean;
  @Field(() => String, { description: 'The cluster that was recorded.' })
  recorded!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The cluster in which it was repeated; null if it was taken away.',
  })
  kept!: string | null;
  @Field(() => String, { description: 'Version of the server that recorded.' })
  recordedBy!: string;
  @Field(() => String, { description: 'Version of this server.' })
  repeatedBy!: string;
  @Field(() => Int, { description: 'Inputs that were repeated.' })
  inputs!: number;
  @Field(() => Int, { description: 'Changes that were compared.' })
  compared!: number;
  @Field(() => Int, {
    description: 'Changes at the beginning that the recorded log did not keep: they were not compared.',
  })
  notKept!: number;
  @Field(() => LogDifference, { nullable: true, description: 'The first difference; null if there is none.' })
  difference!: LogDifference | null;
}

@ObjectType({ description: 'A running replay.' })
export class RunningReplay {
  @Field(() => String, { description: 'The cluster in which it is repeated.' })
  name!: string;
  @Field(() => String, { description: 'The cluster that was recorded.' })
  recorded!: string;
  @Field(() => Int, { description: 'Inputs so far.' })
  inputs!: number;
  @Field(() => Int, { description: 'Inputs that there are.' })
  ofInputs!: number;
  @Field(() => DateTime, { description: 'Cluster time.' })
  now!: string;
  @Field(() => String, { description: 'Revision.' })
  resourceVersion!: string;
}
