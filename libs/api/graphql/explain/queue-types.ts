import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../scalars/scalars';
import { Pod } from '../kinds/kind-types';

@ObjectType({ description: 'A pod that waits for a scheduler.' })
export class QueuedPod {
  @Field(() => String, { description: 'The configured scheduler in whose queue it is.' })
  scheduler!: string;
  @Field(() => String, { description: 'Its namespace.' })
  namespace!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Pod, { nullable: true, description: 'The pod, if it is still there.' })
  pod!: unknown;
  @Field(() => Int, { description: 'Its priority.' })
  priority!: number;
  @Field(() => Int, { description: 'Attempts so far.' })
  attempts!: number;
  @Field(() => DateTime, { description: 'Since when: it came, or its last attempt failed.' })
  since!: string;
  @Field(() => DateTime, { nullable: true, description: 'When it was first tried.' })
  firstAttempt!: string | null;
  @Field(() => DateTime, { nullable: true, description: 'When its back-off ends.' })
  backoffUntil!: string | null;
  @Field(() => [String], { description: 'The plugins that refused it; what concerns them wakes it.' })
  rejectedBy!: string[];
}

@ObjectType({ description: 'Pods that wait in one place.' })
export class QueuePlace {
  @Field(() => Int, { description: 'How many.' })
  count!: number;
  @Field(() => [QueuedPod], { description: 'The first of them.' })
  pods!: QueuedPod[];
}

@ObjectType({ description: 'The pods that wait for the schedulers of the cluster.' })
export class SchedulingQueue {
  @Field(() => QueuePlace, { description: 'They are next, in this order.' })
  active!: QueuePlace;
  @Field(() => QueuePlace, { description: 'They are tried again when their back-off ends.' })
  backoff!: QueuePlace;
  @Field(() => QueuePlace, { description: 'They sleep until something happens that may help them.' })
  unschedulable!: QueuePlace;
  @Field(() => QueuePlace, { description: 'They are not tried before something lets them in.' })
  gated!: QueuePlace;
  @Field(() => QueuePlace, { description: 'They are being tried.' })
  inFlight!: QueuePlace;
}
