import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { ControlPlane } from '@orrery/control-plane';
import { Clock } from '../clock/clock-types';
import { clockOf } from '../clock/clock-view';
import { payload } from '../errors/user-errors';
import { CONTROL_PLANE, type RequestContext } from '../requests/request-context';
import { ClusterInfo, ClusterPayload, CreateClusterInput, DeleteClusterInput } from './cluster-types';
import { createCluster, deleteCluster, findCluster, listClusterViews } from './clusters';

const INPUT = { description: 'What is to be done.' };

/** The clusters of this control plane. */
@Resolver(() => ClusterInfo)
export class ClustersResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Query(() => [ClusterInfo], { name: 'clusters', description: 'All clusters, by name.' })
  clusters(): Promise<unknown[]> {
    return listClusterViews(this.plane);
  }

  @Query(() => ClusterInfo, {
    name: 'cluster',
    nullable: true,
    description: 'A cluster; null if there is none of that name.',
  })
  cluster(
    @Context() { clusterName }: RequestContext,
    @Args('name', { type: () => String, nullable: true, description: 'Its name; that of the request if not given.' })
    name: string | null,
  ): Promise<unknown> {
    return findCluster(this.plane, name ?? clusterName);
  }

  @ResolveField('clock', () => Clock, { nullable: true, description: 'Its clock.' })
  async clock(@Parent() { name }: { readonly name: string }): Promise<unknown> {
    const runtime = await this.plane.cluster(name);
    return runtime ? clockOf(runtime) : null;
  }

  @ResolveField('resourceVersion', () => String, {
    nullable: true,
    description: 'Its revision: how often it was written.',
  })
  async resourceVersion(@Parent() { name }: { readonly name: string }): Promise<string | null> {
    const runtime = await this.plane.cluster(name);
    return runtime ? String(runtime.cache.revision) : null;
  }

  @Mutation(() => ClusterPayload, { name: 'createCluster', description: 'Makes a cluster.' })
  createCluster(
    @Args('input', { type: () => CreateClusterInput, ...INPUT }) input: CreateClusterInput,
  ): Promise<unknown> {
    return payload(input, () => createCluster(this.plane, input));
  }

  @Mutation(() => ClusterPayload, { name: 'deleteCluster', description: 'Deletes a cluster with everything in it.' })
  deleteCluster(
    @Args('input', { type: () => DeleteClusterInput, ...INPUT }) input: DeleteClusterInput,
  ): Promise<unknown> {
    return payload(input, () => deleteCluster(this.plane, input.name));
  }
}
