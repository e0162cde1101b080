import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ZoneSummary } from '../cluster/summary-types';
import { DateTime } from '../../values/scalars/scalars';
import { ChangedField } from './story-types';

export const DifferenceKind = { ADDED: 'ADDED', REMOVED: 'REMOVED', CHANGED: 'CHANGED' } as const;
export type DifferenceKind = (typeof DifferenceKind)[keyof typeof DifferenceKind];
registerEnumType(DifferenceKind, {
  name: 'DifferenceKind',
  description: 'Difference of an object between two states.',
  valuesMap: {
    ADDED: { description: 'Only the second state has it.' },
    REMOVED: { description: 'Only the first state has it.' },
    CHANGED: { description: 'Both have it, with other fields.' },
  },
});

@ObjectType({ description: 'An object that differs between two states.' })
export class ObjectDifference {
  @Field(() => DifferenceKind, { description: 'Kind of the difference.' })
  change!: DifferenceKind;
  @Field(() => String, { description: 'API version of the object as it is stored.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Kind of the object.' })
  kind!: string;
  @Field(() => String, { nullable: true, description: 'Namespace of the object; null for cluster-scoped kinds.' })
  namespace?: string | null;
  @Field(() => String, { description: 'Name of the object.' })
  name!: string;
  @Field(() => [ChangedField], { description: 'Fields that differ, if both states have the object.' })
  fields!: readonly ChangedField[];
}

@ObjectType({ description: 'A state that is compared, with what its pods went through.' })
export class ComparedState {
  @Field(() => String, { description: 'Name of the cluster.' })
  cluster!: string;
  @Field(() => String, { description: 'Revision of the state.' })
  resourceVersion!: string;
  @Field(() => DateTime, { description: 'Cluster time of the state.' })
  time!: string;
  @Field(() => Int, { description: 'Number of pods.' })
  pods!: number;
  @Field(() => Int, { description: 'Pods that have a node.' })
  placed!: number;
  @Field(() => Int, { description: 'Pods without a node that have not ended.' })
  waiting!: number;
  @Field(() => Float, { description: 'Mean time from creation to placement, or to now for waiting pods, in seconds.' })
  meanWaitSeconds!: number;
  @Field(() => Int, { description: 'Restarts of containers.' })
  restarts!: number;
  @Field(() => Int, { description: 'Evictions that Events report: those of the last hour.' })
  evictions!: number;
  @Field(() => [ZoneSummary], { description: 'Nodes, pods and utilization by zone.' })
  zones!: readonly ZoneSummary[];
}

@ObjectType({ description: 'Differences between two states.' })
export class ClusterDiff {
  @Field(() => ComparedState, { description: 'The first state.' })
  from!: ComparedState;
  @Field(() => ComparedState, { description: 'The second state.' })
  to!: ComparedState;
  @Field(() => Int, { description: 'Number of objects that only the second state has.' })
  added!: number;
  @Field(() => Int, { description: 'Number of objects that only the first state has.' })
  removed!: number;
  @Field(() => Int, { description: 'Number of objects that both states have with other fields.' })
  changed!: number;
  @Field(() => [ObjectDifference], { description: 'The first differing objects, by kind, namespace and name.' })
  objects!: readonly ObjectDifference[];
}
