import { clusterAccess, clusterRight, snapshotAccess, type AccessRule } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, ArgsType, Context, Field, Int, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { pageRequest, clusterMetrics, storyPage } from '@orrery/insights';
import { asGraphQLError } from '../../values/errors/request-errors';
import { Cluster, type RequestContext } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { ObjectChange, ObjectChangePage, StoryArgs, StoryPageArgs, StoryStreamArgs } from './story-types';
import { ClusterMetrics } from './metrics-types';
import { compareStates, namedState, stateOf } from './compare-states';
import { ClusterDiff } from './diff-types';
import { streamStory } from './stream-story';

@ArgsType()
class DiffArgs extends StoryArgs {
  @Field(() => String, {
    description: 'First state: `NAME`, `NAME@MOMENT`, `@MOMENT` of the requested cluster, or `snapshot:NAME`.',
  })
  from!: string;
  @Field(() => String, { nullable: true, description: 'Second state (default: the requested cluster as it is).' })
  to?: string | null;
  @Field(() => Int, { nullable: true, description: 'Maximum number of objects (1-500, default 100).' })
  first?: number | null;
}

@ArgsType()
export class MetricsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'First moment: a revision, a time, or how long ago (default: all that is kept, at most the last 60,000 changes).',
  })
  since?: string | null;
  @Field(() => String, { nullable: true, description: 'Last moment (default: the present).' })
  until?: string | null;
  @Field(() => Int, { nullable: true, description: 'Number of points (2-500, default 120).' })
  points?: number | null;
}

/** Access to a comparison: a client that may update another cluster on the server sees all its objects. */
const COMPARISON: AccessRule = {
  text: 'get clusters.orrery.dev; on the server for another cluster than that of the request: update of it; for a snapshot: get snapshots.orrery.dev',
  rights: ({ from, to }, { clusterName: own }) =>
    [from, to ?? own].map((text) => {
      const named = namedState(String(text), own);
      if ('snapshot' in named) return { on: 'server', access: snapshotAccess('get', named.snapshot) };
      const { cluster } = named;
      const isOwn = cluster === own;
      return { on: isOwn ? 'cluster' : 'server', access: clusterAccess(isOwn ? 'get' : 'update', cluster) };
    }),
};

/** Changes in a cluster: the writer, the fields, the time and the reason of each. */
@Resolver()
export class StoryResolver {
  @Requires(clusterRight('get'))
  @Query(() => ObjectChangePage, {
    name: 'changes',
    description:
      'Changes of objects, oldest first, by pages; those of objects that the client may not list are left out.',
  })
  changes(
    @Cluster() runtime: ClusterRuntime,
    @Context() { actor }: RequestContext,
    @Args() args: StoryPageArgs,
  ): Promise<ObjectChangePage> {
    return storyPage({ runtime, actor }, args);
  }

  @Requires(COMPARISON)
  @Query(() => ClusterDiff, {
    name: 'clusterDiff',
    description:
      'Differences between two clusters, moments or snapshots; objects that the client may not list are left out.',
  })
  async diff(@Context() { plane, clusterName, actor }: RequestContext, @Args() args: DiffArgs): Promise<ClusterDiff> {
    const { from, to, first, ...about } = args;
    const { size } = pageRequest({ first });
    try {
      const before = await stateOf(plane, namedState(from, clusterName));
      const after = await stateOf(plane, namedState(to ?? clusterName, clusterName));
      return compareStates([before, after], { actor }, { ...about, first: size });
    } catch (error) {
      throw asGraphQLError(plane.asApiError(error));
    }
  }

  @Requires(clusterRight('get'))
  @Query(() => ClusterMetrics, {
    name: 'clusterMetrics',
    description: 'Figures of the cluster over its time: nodes, pods, what is requested, placements and evictions.',
  })
  async metrics(@Context() { plane }: RequestContext, @Cluster() runtime: ClusterRuntime, @Args() args: MetricsArgs) {
    try {
      const { since = null, until = null, points = null } = args;
      return await clusterMetrics(plane, runtime, { since, until, points });
    } catch (error) {
      throw asGraphQLError(plane.asApiError(error));
    }
  }

  @Requires(clusterRight('get'))
  @Subscription(() => ObjectChange, {
    name: 'changeMade',
    description:
      'Changes of objects as they are made, in order; those of objects that the client may not list are left out.',
    resolve: (change: unknown) => change,
  })
  made(
    @Cluster() runtime: ClusterRuntime,
    @Context() { actor }: RequestContext,
    @Args() args: StoryStreamArgs,
  ): Promise<EventStream<ObjectChange>> {
    return streamStory({ runtime, actor }, args);
  }
}
