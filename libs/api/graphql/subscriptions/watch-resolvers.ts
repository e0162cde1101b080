import type { Type } from '@nestjs/common';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { selectionOf } from '../filters/compile-filter';
import { EventFilter } from '../filters/filter-inputs';
import { describedKind, KINDS, type KindDescription } from '../kinds/kind-description';
import { readRevision } from '../kinds/read-kinds';
import { Cluster } from '../requests/request-context';
import { servedKind } from '../resources/kind-of';
import { Resource } from '../resources/resource';
import type { EventStream } from './event-stream';
import { watchSelection, type WatchRequest } from './watch-selection';
import { eventTypeOf, WatchInput, watchInputOf, type WatchRequestInput } from './watch-types';
import { Event } from '../kinds/kind-types';

const ResourceEvent = eventTypeOf(Resource as never);
const EventEvent = eventTypeOf(Event);
/** Events are handed out as they are. */
const asItIs = (event: unknown): unknown => event;

/** Subscriptions to any kind, and to events of the cluster. */
@Resolver()
export class WatchResolver {
  @Subscription(() => ResourceEvent, {
    name: 'resourceEvents',
    description: 'What happens to objects of any kind.',
    resolve: asItIs,
  })
  resourceEvents(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => WatchInput, description: 'What is to be watched.' }) input: WatchInput,
  ): Promise<EventStream> {
    const selection = () => selectionOf(servedKind(input.apiVersion, input.kind), input.filter);
    return watchSelection(runtime, selection, optionsOf(input));
  }

  @Subscription(() => EventEvent, {
    name: 'clusterEvents',
    description: 'What the components of the cluster report.',
    resolve: asItIs,
  })
  clusterEvents(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', { type: () => EventFilter, nullable: true, description: 'Which reports.' })
    filter: EventFilter | null,
    @Args('resourceVersion', {
      type: () => String,
      nullable: true,
      description: 'Only later ones; if not given, those that there are come first.',
    })
    resourceVersion: string | null,
  ): Promise<EventStream> {
    return watchKind(runtime, describedKind('Event'), { filter, resourceVersion });
  }
}

/** The resolvers of `podEvents`, `nodeEvents` and so on; those of events are `clusterEvents`. */
export const kindWatchResolvers: readonly Type<unknown>[] = KINDS.filter(({ kind }) => kind.kind !== 'Event').map(
  watchResolver,
);

function watchResolver(description: KindDescription): Type<unknown> {
  const { type, one, filterType } = description;
  const answer = eventTypeOf(type);
  const KindWatchInput = watchInputOf(type, filterType);

  @Resolver()
  class KindWatchResolver {
    @Subscription(() => answer, {
      name: `${one}Events`,
      description: `What happens to ${type.name} objects.`,
      resolve: asItIs,
    })
    watch(
      @Cluster() runtime: ClusterRuntime,
      @Args('input', { type: () => KindWatchInput, nullable: true, description: 'Which ones, and from when.' })
      input: (WatchRequestInput & { filter?: unknown }) | null,
    ): Promise<EventStream> {
      return watchKind(runtime, description, input ?? {});
    }
  }
  return KindWatchResolver;
}

function watchKind(
  runtime: ClusterRuntime,
  { kind, readFilter }: KindDescription,
  input: WatchRequestInput & { readonly filter?: unknown },
): Promise<EventStream> {
  const { base, conditions } = readFilter(input.filter as never);
  return watchSelection(runtime, () => selectionOf(kind, base, conditions), optionsOf(input));
}

function optionsOf({ resourceVersion, sendInitialEvents, bookmarks }: WatchRequestInput): WatchRequest {
  return {
    revision: readRevision(resourceVersion),
    sendInitialEvents: sendInitialEvents ?? undefined,
    bookmarks: bookmarks ?? false,
  };
}
