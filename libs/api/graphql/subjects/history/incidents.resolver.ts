import { clusterRight } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { asGraphQLError } from '../../values/errors/request-errors';
import { Cluster, type RequestContext } from '../../requests/request-context';
import { faultHistory, zoneHistory } from './incident-periods';
import { FaultPeriodArgs, FaultPeriodPage, ZonePeriodArgs, ZonePeriodPage } from './incident-types';

/** Incidents besides the objects of a cluster, over time. */
@Resolver()
export class IncidentsResolver {
  @Requires(clusterRight('get'))
  @Query(() => FaultPeriodPage, {
    name: 'faultHistory',
    description:
      'Injected faults over cluster time, by pages: who set and cleared them, and when. Kept as long as the log.',
  })
  async faults(
    @Cluster() runtime: ClusterRuntime,
    @Context() { plane }: RequestContext,
    @Args() args: FaultPeriodArgs,
  ): Promise<FaultPeriodPage> {
    return faultHistory(runtime, args).catch((error: unknown) =>
      Promise.reject(asGraphQLError(plane.asApiError(error))),
    );
  }

  @Requires(clusterRight('get'))
  @Query(() => ZonePeriodPage, {
    name: 'zoneHistory',
    description:
      'States of zones over cluster time, by pages, with each change of their figures. Kept as long as the log.',
  })
  async zones(
    @Cluster() runtime: ClusterRuntime,
    @Context() { plane }: RequestContext,
    @Args() args: ZonePeriodArgs,
  ): Promise<ZonePeriodPage> {
    return zoneHistory(runtime, args).catch((error: unknown) =>
      Promise.reject(asGraphQLError(plane.asApiError(error))),
    );
  }
}
