import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationPayload } from '../errors/user-errors';
import { Pod } from '../kinds/kind-types';
import { WriteInput } from '../objects/mutation-inputs';
import { LabelMap, ResourceList } from '../scalars/key-values';
import { Json, Yaml } from '../scalars/scalars';

@InputType({
  description:
    'Pods to create as copies of one: either of `object` or `yaml`, or of a pod with one container made from the fields below.',
})
export class AddPodsInput extends WriteInput {
  @Field(() => String, {
    description: 'Name; for several pods `{index}` in it is replaced by the number, which is otherwise appended.',
  })
  name!: string;
  @Field(() => Int, { nullable: true, description: 'Number of pods (1-1000, default 1).' })
  count?: number | null;
  @Field(() => Int, { nullable: true, description: 'Number of the first pod (default 1).' })
  firstIndex?: number | null;
  @Field(() => String, { nullable: true, description: 'Namespace (default `default`).' })
  namespace?: string | null;
  @Field(() => LabelMap, { nullable: true, description: 'Labels, added to those of the template.' })
  labels?: Record<string, string> | null;
  @Field(() => Json, { nullable: true, description: 'The pod to copy.' })
  object?: unknown;
  @Field(() => Yaml, { nullable: true, description: 'The pod to copy, in YAML.' })
  yaml?: string | null;
  @Field(() => String, { nullable: true, description: 'Image of the container (default: a pause image).' })
  image?: string | null;
  @Field(() => ResourceList, { nullable: true, description: 'Requests of the container.' })
  requests?: Record<string, unknown> | null;
  @Field(() => ResourceList, { nullable: true, description: 'Limits of the container.' })
  limits?: Record<string, unknown> | null;
  @Field(() => String, { nullable: true, description: 'Node to run on; placed by the scheduler if absent.' })
  nodeName?: string | null;
  @Field(() => String, { nullable: true, description: 'Priority class.' })
  priorityClassName?: string | null;
  @Field(() => String, { nullable: true, description: 'Scheduler that places the pods.' })
  schedulerName?: string | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of adding pods.' })
export class AddPodsPayload extends MutationPayload {
  @Field(() => [Pod], { description: 'The new pods.' })
  pods!: unknown[];
}
