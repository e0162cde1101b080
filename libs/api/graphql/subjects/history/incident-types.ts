import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { FaultDescription, FaultKind } from '../faults/fault-types';
import { DateTime } from '../../values/scalars/scalars';
import { Zone } from '../zones/zone-types';

@ObjectType({ description: 'A fault of a node from its injection until it was cleared, replaced, or over.' })
export class FaultPeriod extends FaultDescription {
  @Field(() => DateTime, { description: 'Cluster time from which on the node had it.' })
  from!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Cluster time up to which the node had it; null while it lasts.',
  })
  to?: string | null;
  @Field(() => DateTime, { description: 'Cluster time of its injection.' })
  setAt!: string;
  @Field(() => String, {
    description: 'Author of the fault: the name of a user, or of a component; empty if that is not known.',
  })
  setBy!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'Cluster time at which it was cleared or replaced; null if it was not.',
  })
  clearedAt?: string | null;
  @Field(() => String, { nullable: true, description: 'Author of the change that cleared or replaced it.' })
  clearedBy?: string | null;
}

@ObjectType({ description: 'A page of faults over time, in the order of their injection.' })
export class FaultPeriodPage {
  @Field(() => [FaultPeriod], { description: 'The faults.' })
  periods!: readonly FaultPeriod[];
  @Field(() => String, { description: '`after` for the next page.' })
  endCursor!: string;
  @Field(() => Boolean, { description: 'Whether there are more.' })
  hasNextPage!: boolean;
}

@ObjectType({ description: 'State of a zone for a period.' })
export class ZonePeriod {
  @Field(() => DateTime, { description: 'Cluster time from which on it was so.' })
  from!: string;
  @Field(() => DateTime, { nullable: true, description: 'Cluster time up to which it was so; null while it lasts.' })
  to?: string | null;
  @Field(() => Zone, { description: 'The zone.' })
  zone!: Zone;
}

@ObjectType({ description: 'A page of what zones were over time, in the order in which that began.' })
export class ZonePeriodPage {
  @Field(() => [ZonePeriod], { description: 'The periods.' })
  periods!: readonly ZonePeriod[];
  @Field(() => String, { description: '`after` for the next page.' })
  endCursor!: string;
  @Field(() => Boolean, { description: 'Whether there are more.' })
  hasNextPage!: boolean;
}

@ArgsType()
export class PeriodArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only what lasted beyond this moment: a revision, a time, or how long ago (default: all that is kept).',
  })
  since?: string | null;
  @Field(() => String, { nullable: true, description: 'Only what began up to this moment (default: the present).' })
  until?: string | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number (1-500, default 100).' })
  first?: number | null;
  @Field(() => String, { nullable: true, description: '`endCursor` of the page before.' })
  after?: string | null;
}

@ArgsType()
export class FaultPeriodArgs extends PeriodArgs {
  @Field(() => [String], { nullable: true, description: 'Names of nodes (default: all).' })
  nodes?: readonly string[] | null;
  @Field(() => [FaultKind], { nullable: true, description: 'Kinds of faults (default: all).' })
  kinds?: readonly string[] | null;
}

@ArgsType()
export class ZonePeriodArgs extends PeriodArgs {
  @Field(() => String, { nullable: true, description: 'Name of a zone, or `region::zone` (default: all).' })
  zone?: string | null;
}
