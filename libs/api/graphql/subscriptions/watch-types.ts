import type { Type } from '@nestjs/common';
import { ArgsType, Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { Resource } from '../resources/resource';

export const WatchEventType = {
  ADDED: 'ADDED',
  MODIFIED: 'MODIFIED',
  DELETED: 'DELETED',
  BOOKMARK: 'BOOKMARK',
} as const;
export type WatchEventType = (typeof WatchEventType)[keyof typeof WatchEventType];
registerEnumType(WatchEventType, {
  name: 'WatchEventType',
  description: 'What happened.',
  valuesMap: {
    ADDED: { description: 'An object is there, or came into the selection.' },
    MODIFIED: { description: 'An object of the selection changed.' },
    DELETED: { description: 'An object went, or left the selection.' },
    BOOKMARK: { description: 'Nothing; everything up to this revision was told.' },
  },
});

@ArgsType()
export class WatchArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only changes after this revision; if not given, the current state comes first.',
  })
  resourceVersion?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the current state comes first, whatever the revision.',
  })
  sendInitialEvents?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether bookmarks come now and then.' })
  bookmarks?: boolean | null;
}

/** The class of the event type for a resource type. */
export function eventTypeOf(type: Type<Resource>): Type<unknown> {
  @ObjectType(`${type.name}Event`, { description: `Something that happened to a ${type.name}.` })
  class KindEvent {
    @Field(() => WatchEventType, { description: 'What happened.' })
    type!: WatchEventType;
    @Field(() => type, {
      nullable: true,
      description: 'The object after it; for DELETED as it was last; none for a bookmark.',
    })
    object?: Resource;
    @Field(() => type, { nullable: true, description: 'The object before it.' })
    previous?: Resource;
    @Field(() => String, { description: 'Revision of the change; a later subscription can resume from it.' })
    resourceVersion!: string;
    @Field(() => Boolean, { description: 'Whether this bookmark ends the current state with which the stream began.' })
    initialEventsEnd!: boolean;
  }
  return KindEvent;
}
