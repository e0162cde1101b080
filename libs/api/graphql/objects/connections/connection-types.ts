import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { Resource } from '../resources/resource';

@ObjectType({ description: 'Position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow the page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether items precede the page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'Cursor of the first item.' })
  startCursor?: string;
  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item; pass it as `after` to get the next page.',
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
    @Field(() => String, { description: 'Position of the item in the list at the revision of the list.' })
    cursor!: string;
    @Field(() => type, { description: 'The object.' })
    node!: Resource;
  }

  @ObjectType(`${type.name}Connection`, { description: `A page of a list of ${type.name} objects.` })
  class Connection {
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    edges!: Edge[];
    @Field(() => [type], { description: 'The items.' })
    nodes!: Resource[];
    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo!: PageInfo;
    @Field(() => Int, { description: 'Number of items in the whole list.' })
    totalCount!: number;
    @Field(() => String, { description: 'Revision of the list; pass it to a subscription to continue without a gap.' })
    resourceVersion!: string;
  }
  return Connection;
}
