import { DrainOutcome } from '@orrery/actions';
import { Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Pod } from '../kinds/kind-types';

registerEnumType(DrainOutcome, {
  name: 'DrainOutcome',
  description: 'Outcome for a pod of a drained node.',
  valuesMap: {
    EVICTED: { description: 'Evicted.' },
    LEFT: { description: 'Not evicted: it need not leave the node.' },
    REFUSED_BY_PDB: { description: 'Not evicted: its disruption budget does not allow it now.' },
    FAILED: { description: 'The eviction failed.' },
  },
});

@ObjectType({ description: 'A pod of a drained node.' })
export class DrainedPod {
  @Field(() => Pod, { description: 'The pod before the drain.' })
  pod!: unknown;
  @Field(() => DrainOutcome, { description: 'Outcome.' })
  outcome!: DrainOutcome;
  @Field(() => String, { nullable: true, description: 'Why the pod was not evicted.' })
  reason?: string;
}
