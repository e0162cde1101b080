import { manyOfNamedKind, oneOfNamedKind, open, selectionOf, servedKind } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import { keyOf, type ClusterRuntime } from '@orrery/control-plane';
import { resourceName } from '@orrery/store';
import { connectionOf } from '../connections/connection-types';
import { pageOf, type Page } from '../connections/page';
import { AT, ListArgs } from '../connections/page-args';
import { columnsOf } from './table-columns';
import { ObjectTable, ObjectTableArgs } from './table-types';
import { ResourceFilter, ResourceOrder } from '../filters/filter-inputs';
import { resourceCompare } from '../filters/orders';
import { readOne, readRevision } from '../kinds/read-kinds';
import { Cluster } from '../../requests/request-context';
import { Resource } from '../resources/resource';
import { decodeResourceId } from '@orrery/actions';

export const API_VERSION = { type: () => String, description: 'API version, such as `v1` or `policy/v1`.' };
export const KIND = { type: () => String, description: 'Kind, such as `Pod`.' };

/** Made at once: types that are made while the schema is built come too late. */
// An interface type is an abstract class, which the decorators do not take.
const RESOURCE_CONNECTION = connectionOf(Resource as never);

/** Objects of any kind. */
@Resolver()
export class ObjectQueriesResolver {
  @Requires(open('get of what it answers with'))
  @Query(() => Resource, {
    name: 'objectById',
    nullable: true,
    description: 'The object with this id; null if it is gone.',
  })
  objectById(
    @Cluster() runtime: ClusterRuntime,
    @Args('id', { type: () => ID, description: '`id` of an object.' }) id: string,
    @Args('at', AT) _at: string | null,
  ): Promise<KubeObject | null> {
    return readById(runtime, id);
  }

  @Requires(open('get of what it answers with'))
  @Query(() => [Resource], {
    name: 'objectsById',
    nullable: 'items',
    description: 'The objects with these ids, in their order.',
  })
  objectsById(
    @Cluster() runtime: ClusterRuntime,
    @Args('ids', { type: () => [ID], description: '`id`s of objects.' }) ids: string[],
    @Args('at', AT) _at: string | null,
  ): Promise<(KubeObject | null)[]> {
    return Promise.all(ids.map((id) => readById(runtime, id)));
  }

  @Requires(oneOfNamedKind('get'))
  @Query(() => Resource, {
    name: 'object',
    nullable: true,
    description: 'An object of any kind; null if there is none.',
  })
  object(
    @Cluster() runtime: ClusterRuntime,
    @Args('apiVersion', API_VERSION) apiVersion: string,
    @Args('kind', KIND) kind: string,
    @Args('namespace', {
      type: () => String,
      nullable: true,
      description: 'Namespace of the object (default `default`).',
    })
    namespace: string | null,
    @Args('name', { type: () => String, description: 'Name of the object.' }) name: string,
    @Args('at', AT) _at: string | null,
  ): Promise<KubeObject | null> {
    return readOne(runtime, servedKind(runtime.kinds, apiVersion, kind), { namespace: namespace ?? 'default', name });
  }

  @Requires(manyOfNamedKind('list'))
  @Query(() => RESOURCE_CONNECTION, { name: 'objects', description: 'Objects of any kind, by pages.' })
  objects(
    @Cluster() runtime: ClusterRuntime,
    @Args('apiVersion', API_VERSION) apiVersion: string,
    @Args('kind', KIND) kind: string,
    @Args('filter', { type: () => ResourceFilter, nullable: true, description: 'Selects objects; all if absent.' })
    filter: ResourceFilter | null,
    @Args('orderBy', {
      type: () => ResourceOrder,
      nullable: true,
      description: 'Order of the list (default: by name).',
    })
    orderBy: ResourceOrder | null,
    @Args() args: ListArgs,
  ): Promise<Page> {
    return pageOfKind(runtime, { apiVersion, kind, filter, orderBy }, args);
  }

  @Requires(manyOfNamedKind('list'))
  @Query(() => ObjectTable, {
    name: 'objectTable',
    description: 'Chosen values of the objects of a kind, as rows: for clients that show very many objects.',
  })
  objectTable(@Cluster() runtime: ClusterRuntime, @Args() args: ObjectTableArgs): Promise<ObjectTable> {
    return tableOf(runtime, args);
  }
}

/** Rows of one page of a table: small values in few columns. */
const MOST_ROWS = 5_000;
const USUAL_ROWS = 1_000;

async function tableOf(
  runtime: ClusterRuntime,
  { apiVersion, kind: name, columns: names, filter, first, after }: ObjectTableArgs,
): Promise<ObjectTable> {
  const kind = servedKind(runtime.kinds, apiVersion, name);
  const columns = columnsOf(kind.kind, names);
  const page = await pageOf(
    {
      runtime,
      selection: selectionOf(kind, filter),
      description: ['table', resourceName(kind), filter ?? null],
      most: MOST_ROWS,
    },
    { first: first ?? USUAL_ROWS, after },
  );
  const { hasNextPage, endCursor } = page.pageInfo;
  return {
    rows: page.nodes.map((object) => columns.map((column) => column(object) ?? null)),
    totalCount: page.totalCount,
    resourceVersion: page.resourceVersion,
    endCursor: hasNextPage ? endCursor : null,
  };
}

async function readById(runtime: ClusterRuntime, id: string): Promise<KubeObject | null> {
  const { uid, ...target } = decodeResourceId(runtime.kinds, id);
  const object = await runtime.read(keyOf(target));
  return object?.metadata.uid === uid ? object : null;
}

interface ObjectsQuestion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly filter: ResourceFilter | null;
  readonly orderBy: ResourceOrder | null;
}

function pageOfKind(
  runtime: ClusterRuntime,
  { apiVersion, kind: name, filter, orderBy }: ObjectsQuestion,
  { resourceVersion, ...args }: ListArgs,
): Promise<Page> {
  const kind = servedKind(runtime.kinds, apiVersion, name);
  return pageOf(
    {
      runtime,
      selection: selectionOf(kind, filter),
      description: [resourceName(kind), filter ?? null, orderBy ?? null],
      compare: resourceCompare(orderBy),
      notOlderThan: readRevision(resourceVersion),
    },
    args,
  );
}
