import { Args, Context, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { Cluster, type RequestContext } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { ObjectChange, ObjectChangePage, StoryPageArgs, StoryStreamArgs } from './story-types';
import { streamStory } from './stream-story';
import { storyPage } from './story-page';

/** What has happened in a cluster: who changed which fields, when and why. */
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
