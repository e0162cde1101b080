import { clusterAccess, onServer, clockOf, findCluster, listClusterViews, onNamedCluster } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Inject } from '@nestjs/common';
import { Args, Context, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { ControlPlane } from '@orrery/control-plane';
import { Clock } from '../clock/clock-types';
import type { EventStream } from '../../streams/event-stream';
import { followAsItIs } from '../../streams/followed-value';
import { CONTROL_PLANE, type RequestContext } from '../../requests/request-context';
import { ClusterInfo } from './cluster-types';

/** The clusters of this control plane. */
@Resolver(() => ClusterInfo)
export class ClustersResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Requires(onServer('list clusters.orrery.dev', () => clusterAccess('list', '')))
  @Query(() => [ClusterInfo], { name: 'clusters', description: 'All clusters, by name.' })
  clusters(): Promise<unknown[]> {
    return listClusterViews(this.plane);
  }

  @Requires(onServer('list clusters.orrery.dev', () => clusterAccess('list', '')))
  @Subscription(() => [ClusterInfo], {
    name: 'clustersChanged',
    description: 'All clusters, by name: at once, and after each change of the list or of settings.',
    resolve: (clusters: unknown) => clusters,
  })
  clustersChanged(): EventStream<unknown[]> {
    const { streams, databaseWatch } = this.plane;
    const source = { streams, asApiError: (error: unknown) => databaseWatch.asApiError(error) };
    return followAsItIs(source, { key: 'clusters', read: () => listClusterViews(this.plane) });
  }

  @Requires(onNamedCluster('get'))
  @Query(() => ClusterInfo, {
    name: 'cluster',
    nullable: true,
    description: 'The cluster of this name; null if there is none.',
  })
  cluster(
    @Context() { clusterName }: RequestContext,
    @Args('name', { type: () => String, nullable: true, description: 'Name (default: the requested cluster).' })
    name: string | null,
  ): Promise<unknown> {
    return findCluster(this.plane, name ?? clusterName);
  }

  @ResolveField('clock', () => Clock, { nullable: true, description: 'Clock of the cluster.' })
  async clock(@Parent() { name }: { readonly name: string }): Promise<unknown> {
    const runtime = await this.plane.cluster(name);
    return runtime ? clockOf(runtime) : null;
  }

  @ResolveField('resourceVersion', () => String, {
    nullable: true,
    description: 'Current revision of the cluster.',
  })
  async resourceVersion(@Parent() { name }: { readonly name: string }): Promise<string | null> {
    const runtime = await this.plane.cluster(name);
    return runtime ? String(runtime.cache.revision) : null;
  }
}
