import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTime } from '../../values/scalars/scalars';
import { Pod } from '../../objects/kinds/kind-types';

@ObjectType({ description: 'A pod in a scheduling queue.' })
export class QueuedPod {
  @Field(() => String, { description: 'Name of the configured scheduler.' })
  scheduler!: string;
  @Field(() => String, { description: 'Its namespace.' })
  namespace!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Pod, { nullable: true, description: 'The pod, if it still exists.' })
  pod!: unknown;
  @Field(() => Int, { description: 'Its priority.' })
  priority!: number;
  @Field(() => Int, { description: 'Number of attempts so far.' })
  attempts!: number;
  @Field(() => DateTime, { description: 'Since when the pod waits: its arrival or its last failed attempt.' })
  since!: string;
  @Field(() => DateTime, { nullable: true, description: 'Time of the first attempt.' })
  firstAttempt!: string | null;
  @Field(() => DateTime, { nullable: true, description: 'End of the back-off.' })
  backoffUntil!: string | null;
  @Field(() => [String], { description: 'Plugins that rejected the pod; events they subscribe to requeue it.' })
  rejectedBy!: string[];
}

@ObjectType({ description: 'Pods in one part of the queue.' })
export class QueuePlace {
  @Field(() => Int, { description: 'Number of pods.' })
  count!: number;
  @Field(() => [QueuedPod], { description: 'The first pods.' })
  pods!: QueuedPod[];
}

@ObjectType({ description: 'Scheduling queues of the cluster.' })
export class SchedulingQueue {
  @Field(() => QueuePlace, { description: 'Ready to be scheduled, in this order.' })
  active!: QueuePlace;
  @Field(() => QueuePlace, { description: 'Waiting for the end of their back-off.' })
  backoff!: QueuePlace;
  @Field(() => QueuePlace, { description: 'Unschedulable; waiting for an event that may help.' })
  unschedulable!: QueuePlace;
  @Field(() => QueuePlace, { description: 'Gated; not queued before a PreEnqueue plugin admits them.' })
  gated!: QueuePlace;
  @Field(() => QueuePlace, { description: 'Being scheduled.' })
  inFlight!: QueuePlace;
}
