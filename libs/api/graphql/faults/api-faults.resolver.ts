import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { AddApiFaultInput, ApiFault, ApiFaultPayload, RemoveApiFaultInput } from './api-fault-types';
import { addApiFault, listApiFaults, removeApiFault } from './api-faults';

/** Rules by which the Kubernetes API fails. GraphQL itself goes on. */
@Resolver()
export class ApiFaultsResolver {
  @Requires(clusterRight('get'))
  @Query(() => [ApiFault], {
    name: 'apiFaults',
    description: 'Rules by which requests of the Kubernetes API fail, take longer or lose their watches, by name.',
  })
  apiFaults(@Cluster() runtime: ClusterRuntime): unknown[] {
    return listApiFaults(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ApiFaultPayload, {
    name: 'addApiFault',
    description: 'Adds a rule for requests of the Kubernetes API, or replaces the one of its name.',
  })
  add(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AddApiFaultInput, description: 'The rule.' }) input: AddApiFaultInput,
  ): Promise<unknown> {
    return payload(input, () => addApiFault(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ApiFaultPayload, { name: 'removeApiFault', description: 'Removes a rule, or all rules.' })
  remove(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RemoveApiFaultInput, description: 'Which rule.' }) input: RemoveApiFaultInput,
  ): Promise<unknown> {
    return payload(input, () => removeApiFault(runtime, input.name ?? undefined));
  }
}
