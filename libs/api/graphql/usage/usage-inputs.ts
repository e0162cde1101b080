import { Field, InputType } from '@nestjs/graphql';
import { WriteInput } from '../objects/mutation-inputs';
import { Amount } from '../scalars/scalars';

const CURVE =
  'A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before.';

@InputType({ description: 'Resource usage of the system daemons of a node, from now on.' })
export class SetNodeUsageInput extends WriteInput {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => Amount, { nullable: true, description: `CPU. ${CURVE}` })
  cpu?: string | null;
  @Field(() => Amount, { nullable: true, description: "Memory; `80%` is a share of the node's capacity." })
  memory?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Number of processes.' })
  processes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space on the root disk of the node.' })
  nodefs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Inodes on the root disk of the node.' })
  nodefsInodes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space on the image disk.' })
  imagefs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Inodes on the image disk.' })
  imagefsInodes?: string | null;
}

@InputType({ description: 'Resource usage of the containers of a pod, from now on.' })
export class SetPodUsageInput extends WriteInput {
  @Field(() => String, { defaultValue: 'default', description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Name of the container (default: all containers).' })
  container?: string | null;
  @Field(() => Amount, { nullable: true, description: `CPU. ${CURVE}` })
  cpu?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Memory; `120%request` and `90%limit` are shares.' })
  memory?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Number of processes.' })
  processes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space of the writable layer.' })
  rootfs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space of the logs.' })
  logs?: string | null;
}

@InputType({ description: 'A condition that the kubelet reports regardless of its own observation.' })
export class SetNodeConditionInput extends WriteInput {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => String, { description: 'Type of the condition, such as `Ready` or `MemoryPressure`.' })
  type!: string;
  @Field(() => String, {
    nullable: true,
    description: 'Status: `True`, `False` or `Unknown`; if absent, the kubelet reports its own observation again.',
  })
  status?: string | null;
  @Field(() => String, { nullable: true, description: 'Reason (default `SetByUser`).' })
  reason?: string | null;
  @Field(() => String, { nullable: true, description: 'Message.' })
  message?: string | null;
}
