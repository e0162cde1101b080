import { oneOf, podOf, userErrors, type PodName } from '@orrery/actions';
import { Args, Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { Requires } from '../../requests/requires';
import { UserError } from '../../values/errors/mutation-payload';
import { PodDisruptionBudget } from '../kinds/kind-types';
import { Cluster } from '../../requests/request-context';
import { budgetsOf } from './pod-fields.resolver';

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
  errors!: readonly unknown[];
}

const POD = requireKind('v1', 'Pod');

/** Evictions that are only tried. */
@Resolver()
export class EvictionPreviewResolver {
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
