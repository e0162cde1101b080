import type { Type } from '@nestjs/common';
import { ArgsType, Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { Resource } from '../resources/resource';

const WatchEventType = {
  ADDED: 'ADDED',
  MODIFIED: 'MODIFIED',
  DELETED: 'DELETED',
  BOOKMARK: 'BOOKMARK',
} as const;
type WatchEventType = (typeof WatchEventType)[keyof typeof WatchEventType];
registerEnumType(WatchEventType, {
  name: 'WatchEventType',
  description: 'Type of the change.',
  valuesMap: {
    ADDED: { description: 'The object was created, or matches the filter from now on.' },
    MODIFIED: { description: 'The object was modified.' },
    DELETED: { description: 'The object was deleted, or no longer matches the filter.' },
    BOOKMARK: { description: 'No change; all changes up to this revision were sent.' },
  },
});

@ArgsType()
export class WatchArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Sends changes after this revision (default: the current state first).',
  })
  resourceVersion?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the current state is sent first, whatever the revision.',
  })
  sendInitialEvents?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether bookmarks are sent periodically.' })
  bookmarks?: boolean | null;
}

/** The class of the event type for a resource type. */
export function eventTypeOf(type: Type<Resource>): Type<unknown> {
  @ObjectType(`${type.name}Event`, { description: `Event of a subscription to ${type.name} objects.` })
  class KindEvent {
    @Field(() => WatchEventType, { description: 'Type of the change.' })
    type!: WatchEventType;
    @Field(() => type, {
      nullable: true,
      description: 'The object after the change; for DELETED its last state; null for a bookmark.',
    })
    object?: Resource;
    @Field(() => type, { nullable: true, description: 'The object before the change.' })
    previous?: Resource;
    @Field(() => String, { description: 'Revision of the change; pass it to resume the subscription.' })
    resourceVersion!: string;
    @Field(() => Boolean, {
      description: 'Whether this bookmark ends the current state at the start of the subscription.',
    })
    initialEventsEnd!: boolean;
  }
  return KindEvent;
}
