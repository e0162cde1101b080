import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { ControlPlane } from '@orrery/control-plane';
import { clusterAccess, onServer, Requires, type AccessRule, type FieldArguments } from '../access/access-rules';
import { Clock } from '../clock/clock-types';
import { clockOf } from '../clock/clock-view';
import { payload } from '../errors/user-errors';
import type { EventStream } from '../subscriptions/event-stream';
import { followAsItIs } from '../subscriptions/followed-value';
import { CONTROL_PLANE, type RequestContext } from '../requests/request-context';
import {
  ClusterInfo,
  ClusterPayload,
  CreateClusterInput,
  DeleteClusterInput,
  UpdateClusterInput,
} from './cluster-types';
import { createCluster, deleteCluster, findCluster, listClusterViews } from './clusters';
import { ForkClusterInput, RewindClusterInput } from './fork-types';
import { forkCluster, rewindCluster } from './forks';
import { updateCluster } from './update-cluster';

const INPUT = { description: 'Input of the mutation.' };

/** The cluster of the request is judged by its own roles, another one by rights on the server. */
function onNamedCluster(verb: 'get' | 'update'): AccessRule {
  return {
    text: `${verb} clusters.orrery.dev; for another cluster than that of the request: a right on the server`,
    rights: (args, { clusterName: own }) => {
      const { name } = (args['input'] as FieldArguments | undefined) ?? args;
      const named = typeof name === 'string' ? name : own;
      return [{ on: named === own ? 'cluster' : 'server', access: clusterAccess(verb, named) }];
    },
  };
}

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

  @Requires(onServer('create clusters.orrery.dev', () => clusterAccess('create', '')))
  @Mutation(() => ClusterPayload, { name: 'createCluster', description: 'Creates a cluster.' })
  createCluster(
    @Args('input', { type: () => CreateClusterInput, ...INPUT }) input: CreateClusterInput,
  ): Promise<unknown> {
    return payload(input, () => createCluster(this.plane, input));
  }

  @Requires(onNamedCluster('update'))
  @Mutation(() => ClusterPayload, {
    name: 'updateCluster',
    description:
      'Changes settings of a cluster, effective at once: controllers and kubelets whose settings change restart, containers keep running.',
  })
  updateCluster(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => UpdateClusterInput, ...INPUT }) input: UpdateClusterInput,
  ): Promise<unknown> {
    return payload(input, () => updateCluster(this.plane, input.name ?? clusterName, input));
  }

  @Requires({
    text: 'on the server: create clusters.orrery.dev, get clusters.orrery.dev of the other cluster',
    rights: ({ input }, { clusterName }) => {
      const { cluster, name } = input as ForkClusterInput;
      const accesses = [clusterAccess('create', name), clusterAccess('get', cluster ?? clusterName)];
      return accesses.map((access) => ({ on: 'server', access }));
    },
  })
  @Mutation(() => ClusterPayload, {
    name: 'forkCluster',
    description:
      'Creates a cluster that goes on from where another one is, or was. Forked from a present whose clock is paused, or from the past of a recorded cluster, it goes on exactly as the other one does when it is asked for the same.',
  })
  forkCluster(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => ForkClusterInput, ...INPUT }) input: ForkClusterInput,
  ): Promise<unknown> {
    const { cluster, name, at } = input;
    return payload(input, () => forkCluster(this.plane, { origin: cluster ?? clusterName, name, at }));
  }

  @Requires(onNamedCluster('update'))
  @Mutation(() => ClusterPayload, {
    name: 'rewindCluster',
    description:
      'Takes a cluster back to a moment of its past: what was later is gone. Clients that watch it have to list again (410).',
  })
  rewindCluster(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => RewindClusterInput, ...INPUT }) input: RewindClusterInput,
  ): Promise<unknown> {
    return payload(input, () => rewindCluster(this.plane, { name: input.name ?? clusterName, to: input.to }));
  }

  @Requires(
    onServer('delete clusters.orrery.dev', ({ input }) => clusterAccess('delete', (input as DeleteClusterInput).name)),
  )
  @Mutation(() => ClusterPayload, { name: 'deleteCluster', description: 'Deletes a cluster with all its objects.' })
  deleteCluster(
    @Args('input', { type: () => DeleteClusterInput, ...INPUT }) input: DeleteClusterInput,
  ): Promise<unknown> {
    return payload(input, () => deleteCluster(this.plane, input.name));
  }
}
