import { Args, Field, InputType, Mutation, ObjectType, Query, Resolver } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { checkedByStore, oneOf, Requires } from '../access/access-rules';
import { MutationPayload, payload, UserError, userErrors } from '../errors/user-errors';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/kind-payload';
import { WriteInput } from '../objects/mutation-inputs';
import { deleteOptionsOf, writeOptionsOf } from '../objects/write-options';
import { Cluster } from '../requests/request-context';
import { Int64 } from '../scalars/scalars';
import { addPods } from './add-pods';
import { AddPodsInput, AddPodsPayload } from './add-pods-input';
import { budgetsOf } from './pod-fields.resolver';
import { Pod, PodDisruptionBudget } from '../kinds/kind-types';

@InputType({ isAbstract: true })
abstract class PodNameInput extends WriteInput {
  @Field(() => String, { defaultValue: 'default', description: 'Namespace of the pod.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the pod.' })
  name!: string;
  @Field(() => String, { nullable: true, description: 'UID that the pod must have.' })
  uid?: string | null;
}

@InputType({ description: 'A pod and the node to bind it to.' })
export class BindPodInput extends PodNameInput {
  @Field(() => String, { description: 'Name of the node; it need not exist.' })
  node!: string;
}

@InputType({ description: 'A pod to evict.' })
export class EvictPodInput extends PodNameInput {
  @Field(() => Int64, { nullable: true, description: 'Grace period in seconds (default: that of the object).' })
  gracePeriodSeconds?: number | null;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of an eviction.' })
export class EvictPodPayload extends MutationPayload {
  @Field(() => Pod, { nullable: true, description: 'The terminating pod; null once it is gone.' })
  pod?: unknown;
  @Field(() => Boolean, { nullable: true, description: 'Whether the pod was evicted.' })
  evicted?: boolean;
}

@ObjectType({ description: 'Whether a pod could be evicted now.' })
export class EvictionPreview {
  @Field(() => Boolean, { description: 'Whether the eviction would be allowed.' })
  allowed!: boolean;
  @Field(() => [PodDisruptionBudget], { description: 'Disruption budgets that select the pod.' })
  budgets!: unknown[];
  @Field(() => PodDisruptionBudget, {
    nullable: true,
    description: 'Disruption budget that does not allow the eviction.',
  })
  blockedBy?: unknown;
  @Field(() => [UserError], { description: 'Why the eviction would be refused.' })
  errors!: readonly UserError[];
}

const POD = requireKind('v1', 'Pod');
const PodPayload = payloadOf(describedKind('Pod'));
const INPUT = { description: 'Input of the mutation.' };

/** What is done to pods besides writing them. */
@Resolver()
export class PodMutationsResolver {
  @Requires(checkedByStore('create pods'))
  @Mutation(() => AddPodsPayload, { name: 'addPods', description: 'Creates one or several pods of the same template.' })
  addPods(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AddPodsInput, description: 'The template and the number of pods.' })
    input: AddPodsInput,
  ): Promise<unknown> {
    return payload(input, () => addPods(runtime, input));
  }

  @Requires(checkedByStore('create pods/binding'))
  @Mutation(() => PodPayload, { name: 'bindPod', description: 'Binds a pod to a node, as a scheduler does.' })
  bindPod(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => BindPodInput, ...INPUT }) input: BindPodInput,
  ): Promise<unknown> {
    return payload(input, () => bind(runtime, input));
  }

  @Requires(checkedByStore('create pods/eviction'))
  @Mutation(() => EvictPodPayload, {
    name: 'evictPod',
    description: 'Evicts a pod if its disruption budgets allow it.',
  })
  evictPod(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => EvictPodInput, ...INPUT }) input: EvictPodInput,
  ): Promise<unknown> {
    return payload(input, () => evict(runtime, input));
  }

  @Requires(oneOf('get', POD))
  @Query(() => EvictionPreview, {
    name: 'evictionPreview',
    description: 'Whether a pod could be evicted now, and if not, why.',
  })
  evictionPreview(
    @Cluster() runtime: ClusterRuntime,
    @Args('namespace', { type: () => String, defaultValue: 'default', description: 'Namespace of the pod.' })
    namespace: string,
    @Args('name', { type: () => String, description: 'Name of the pod.' }) name: string,
  ): Promise<EvictionPreview> {
    return previewEviction(runtime, { namespace, name });
  }
}

type PodName = { readonly namespace: string; readonly name: string };

function podOf(runtime: ClusterRuntime, { namespace, name }: PodName): KubeObject | undefined {
  return runtime.cache.get(keyOf({ kind: POD, namespace, name }));
}

async function bind(runtime: ClusterRuntime, input: BindPodInput): Promise<{ pod: KubeObject | undefined }> {
  const { namespace, name, node, uid, resourceVersion } = input;
  const preconditions = { ...(uid == null ? {} : { uid }), ...(resourceVersion == null ? {} : { resourceVersion }) };
  await runtime.store.bind(
    { namespace, name, target: { kind: 'Node', name: node }, ...preconditions },
    writeOptionsOf(input),
  );
  return { pod: podOf(runtime, input) };
}

async function evict(
  runtime: ClusterRuntime,
  input: EvictPodInput,
): Promise<{ pod: KubeObject | undefined; evicted: boolean }> {
  const { namespace, name, uid, dryRun } = input;
  const preconditions = uid == null ? {} : { preconditions: { uid } };
  const deleteOptions = deleteOptionsOf({ ...input, ...preconditions });
  await runtime.store.evict({ namespace, name, deleteOptions, dryRun: dryRun ?? false });
  return { pod: podOf(runtime, input), evicted: true };
}

async function previewEviction(runtime: ClusterRuntime, target: PodName): Promise<EvictionPreview> {
  const pod = podOf(runtime, target);
  const budgets = pod ? budgetsOf(runtime, pod) : [];
  try {
    await runtime.store.evict({ ...target, dryRun: true });
    return { allowed: true, budgets, errors: [] };
  } catch (error) {
    return {
      allowed: false,
      budgets,
      blockedBy: budgets.length === 1 ? budgets[0] : undefined,
      errors: userErrors(error),
    };
  }
}
