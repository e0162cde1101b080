import { Field, InputType } from '@nestjs/graphql';
import { WriteInput } from '../objects/mutation-inputs';
import { Amount } from '../scalars/scalars';

const CURVE =
  'A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before.';

@InputType({ description: 'What the daemons of a node use beside its pods, counted from now on.' })
export class SetNodeUsageInput extends WriteInput {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => Amount, { nullable: true, description: `Cpu. ${CURVE}` })
  cpu?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Memory; `80%` is a share of what the node has.' })
  memory?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Processes.' })
  processes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space on the disk of the node.' })
  nodefs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Inodes on the disk of the node.' })
  nodefsInodes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space on the disk of images.' })
  imagefs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Inodes on the disk of images.' })
  imagefsInodes?: string | null;
}

@InputType({ description: 'What the containers of a pod use, counted from now on.' })
export class SetPodUsageInput extends WriteInput {
  @Field(() => String, { defaultValue: 'default', description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'Only this container; each of them if not given.' })
  container?: string | null;
  @Field(() => Amount, { nullable: true, description: `Cpu. ${CURVE}` })
  cpu?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Memory; `120%request` and `90%limit` are shares.' })
  memory?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Processes.' })
  processes?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space of the writable layer.' })
  rootfs?: string | null;
  @Field(() => Amount, { nullable: true, description: 'Space of the logs.' })
  logs?: string | null;
}

@InputType({ description: 'A condition that a kubelet is to report, whatever it finds.' })
export class SetNodeConditionInput extends WriteInput {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
  @Field(() => String, { description: 'Type of the condition: `Ready`, `MemoryPressure` or any other.' })
  type!: string;
  @Field(() => String, {
    nullable: true,
    description: 'What it is to say: `True`, `False` or `Unknown`; without it the kubelet says again what it finds.',
  })
  status?: string | null;
  @Field(() => String, { nullable: true, description: 'Its reason; `SetByUser` if not given.' })
  reason?: string | null;
  @Field(() => String, { nullable: true, description: 'Its message.' })
  message?: string | null;
}
