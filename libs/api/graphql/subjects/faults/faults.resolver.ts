import { clusterRight, listFaults } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { AT } from '../../objects/connections/page-args';
import { Cluster } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { followAsItIs } from '../../streams/followed-value';
import { Fault } from './fault-types';

type Faults = Awaited<ReturnType<typeof listFaults>>;

/** Faults in force or planned. */
@Resolver()
export class FaultsResolver {
  @Requires(clusterRight('get'))
  @Query(() => [Fault], { name: 'faults', description: 'Faults in force or planned.' })
  faults(@Cluster() runtime: ClusterRuntime, @Args('at', AT) _at: string | null): Promise<unknown[]> {
    return listFaults(runtime);
  }

  @Requires(clusterRight('get'))
  @Subscription(() => [Fault], {
    name: 'faultsChanged',
    description: 'All faults that are in force or planned: at once, and after each change.',
    resolve: (faults: unknown) => faults,
  })
  faultsChanged(@Cluster() runtime: ClusterRuntime): EventStream<Faults> {
    return followAsItIs(runtime, { key: `faults ${runtime.id}`, read: () => listFaults(runtime) });
  }
}
