import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { Resource } from '../resources/resource';

@ObjectType({ description: 'Where a page lies in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether items come before.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first item.' })
  startCursor?: string;
  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item; give it as `after` for the next page.',
  })
  endCursor?: string;
}

const connections = new Map<string, Type<unknown>>();

/** The class of the connection type for a resource type; there is one a name. */
export function connectionOf(type: Type<Resource>): Type<unknown> {
  const known = connections.get(type.name);
  if (known) return known;
  const connection = buildConnection(type);
  connections.set(type.name, connection);
  return connection;
}

function buildConnection(type: Type<Resource>): Type<unknown> {
  @ObjectType(`${type.name}Edge`, { description: `An item of a list of ${type.name} objects.` })
  class Edge {
    @Field(() => String, { description: 'Points to the item in its list, as it was at the list’s revision.' })
    cursor!: string;
    @Field(() => type, { description: 'The item.' })
    node!: Resource;
  }

  @ObjectType(`${type.name}Connection`, { description: `A page of a list of ${type.name} objects.` })
  class Connection {
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    edges!: Edge[];
    @Field(() => [type], { description: 'The items.' })
    nodes!: Resource[];
    @Field(() => PageInfo, { description: 'Where the page lies in the list.' })
    pageInfo!: PageInfo;
    @Field(() => Int, { description: 'How many items the whole list has.' })
    totalCount!: number;
    @Field(() => String, { description: 'Revision of the list; a subscription that starts here misses nothing.' })
    resourceVersion!: string;
  }
  return Connection;
}
