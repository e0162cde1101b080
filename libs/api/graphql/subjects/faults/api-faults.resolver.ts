import { clusterRight, listApiFaults } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import { ApiFault } from './api-fault-types';

/** Rules by which the Kubernetes API fails. GraphQL itself is not affected. */
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
}
