import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Pod } from '../../objects/kinds/kind-types';

@ObjectType({ description: 'Placement of a pod by a scheduler.' })
export class PreviewedPlacement {
  @Field(() => String, { nullable: true, description: 'Name of the node; null if no node is feasible.' })
  nodeName!: string | null;
  @Field(() => Int, { description: 'Number of feasible nodes.' })
  feasibleCount!: number;
  @Field(() => String, { description: 'Why no node is feasible; empty if one is.' })
  message!: string;
}

@ObjectType({ description: 'A pod that another configuration would place differently.' })
export class PreviewedPod {
  @Field(() => Pod, { description: 'The pod. A bound pod is evaluated as if it were not yet bound.' })
  pod!: unknown;
  @Field(() => PreviewedPlacement, {
    nullable: true,
    description: 'Placement by the present configuration; null if no scheduler of it serves the pod.',
  })
  before!: PreviewedPlacement | null;
  @Field(() => PreviewedPlacement, {
    nullable: true,
    description: 'Placement by the other configuration; null if no scheduler of it serves the pod.',
  })
  after!: PreviewedPlacement | null;
}

@ObjectType({ description: 'Differences of placements under another configuration of a scheduler.' })
export class SchedulerConfigPreview {
  @Field(() => Int, { description: 'Number of pods that have not ended.' })
  total!: number;
  @Field(() => Int, {
    description:
      'Number of pods that were compared: those that wait first, then a sample of the others, or all of them with `skip`.',
  })
  compared!: number;
  @Field(() => Boolean, { description: 'With `skip`: there are pods that come after those that were compared.' })
  hasMore!: boolean;
  @Field(() => [PreviewedPod], {
    description: 'Pods that would be placed differently: no tie of the present configuration has their new node.',
  })
  differences!: PreviewedPod[];
}
