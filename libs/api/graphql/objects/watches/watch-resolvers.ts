import { manyOf, manyOfNamedKind, selectionOf, servedKind } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import type { Type } from '@nestjs/common';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { ResourceFilter } from '../filters/filter-inputs';
import { KINDS, type KindDescription } from '../kinds/kind-description';
import { readRevision } from '../kinds/read-kinds';
import { API_VERSION, KIND } from '../reads/object-queries.resolver';
import { Cluster } from '../../requests/request-context';
import { Resource } from '../resources/resource';
import type { EventStream } from '../../streams/event-stream';
import { watchSelection, type WatchRequest } from './watch-selection';
import { eventTypeOf, WatchArgs } from './watch-types';

// An interface type is an abstract class, which the decorators do not take.
const ResourceEvent = eventTypeOf(Resource as never);
/** Events are sent as they are. */
const asItIs = (event: unknown): unknown => event;

/** The subscription to objects of any kind. */
@Resolver()
export class WatchResolver {
  @Requires(manyOfNamedKind('watch'))
  @Subscription(() => ResourceEvent, {
    name: 'objectEvents',
    description: 'Changes of the objects of any kind.',
    resolve: asItIs,
  })
  objectEvents(
    @Cluster() runtime: ClusterRuntime,
    @Args('apiVersion', API_VERSION) apiVersion: string,
    @Args('kind', KIND) kind: string,
    @Args('filter', { type: () => ResourceFilter, nullable: true, description: 'Selects objects; all if absent.' })
    filter: ResourceFilter | null,
    @Args() args: WatchArgs,
  ): Promise<EventStream> {
    return watchSelection(
      runtime,
      () => selectionOf(servedKind(runtime.kinds, apiVersion, kind), filter),
      optionsOf(args),
    );
  }
}

/** The resolvers of `podEvents`, `nodeEvents` and so on. */
export const kindWatchResolvers: readonly Type<unknown>[] = KINDS.map(watchResolver);

function watchResolver({ kind, type, one, filterType, conditions }: KindDescription): Type<unknown> {
  const answer = eventTypeOf(type);

  @Resolver()
  class KindWatchResolver {
    @Requires(manyOf('watch', kind))
    @Subscription(() => answer, {
      name: `${one}Events`,
      description: `Changes of ${type.name} objects.`,
      resolve: asItIs,
    })
    watch(
      @Cluster() runtime: ClusterRuntime,
      @Args('filter', { type: () => filterType, nullable: true, description: 'Selects objects; all if absent.' })
      filter: ResourceFilter | null,
      @Args() args: WatchArgs,
    ): Promise<EventStream> {
      // The type of the argument is built at start, from the struct of the kind.
      return watchSelection(runtime, () => selectionOf(kind, filter, conditions(filter as never)), optionsOf(args));
    }
  }
  return KindWatchResolver;
}

function optionsOf({ resourceVersion, sendInitialEvents, bookmarks }: WatchArgs): WatchRequest {
  return {
    revision: readRevision(resourceVersion),
    sendInitialEvents: sendInitialEvents ?? undefined,
    bookmarks: bookmarks ?? false,
  };
}
