import { manyOf, oneOf } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import type { Type } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { KubeObject } from '@orrery/api-types';
import { connectionOf } from '../connections/connection-types';
import type { Page } from '../connections/page';
import { AT, ListArgs } from '../connections/page-args';
import type { ResourceFilter } from '../filters/filter-inputs';
import { Cluster } from '../../requests/request-context';
import { KINDS, type KindDescription } from './kind-description';
import { readOne, readPage } from './read-kinds';

/** The resolvers of `pod`, `pods`, `node`, `nodes` and so on. */
export const kindQueryResolvers: readonly Type<unknown>[] = KINDS.flatMap((description) => [
  description.kind.namespaced ? namespacedResolver(description) : clusterScopedResolver(description),
  listResolver(description),
]);

function namespacedResolver({ kind, type, one }: KindDescription): Type<unknown> {
  @Resolver()
  class NamespacedObjectResolver {
    @Requires(oneOf('get', kind))
    @Query(() => type, {
      name: one,
      nullable: true,
      description: `The ${kind.kind} of this name; null if there is none.`,
    })
    read(
      @Cluster() runtime: ClusterRuntime,
      @Args('namespace', { type: () => String, defaultValue: 'default', description: 'Namespace of the object.' })
      namespace: string,
      @Args('name', { type: () => String, description: 'Name of the object.' }) name: string,
      @Args('at', AT) _at: string | null,
    ): Promise<KubeObject | null> {
      return readOne(runtime, kind, { namespace, name });
    }
  }
  return NamespacedObjectResolver;
}

function clusterScopedResolver({ kind, type, one }: KindDescription): Type<unknown> {
  @Resolver()
  class ClusterScopedObjectResolver {
    @Requires(oneOf('get', kind))
    @Query(() => type, {
      name: one,
      nullable: true,
      description: `The ${kind.kind} of this name; null if there is none.`,
    })
    read(
      @Cluster() runtime: ClusterRuntime,
      @Args('name', { type: () => String, description: 'Name of the object.' }) name: string,
      @Args('at', AT) _at: string | null,
    ): Promise<KubeObject | null> {
      return readOne(runtime, kind, { name });
    }
  }
  return ClusterScopedObjectResolver;
}

function listResolver(description: KindDescription): Type<unknown> {
  const { kind, type, many, filterType, orderType } = description;
  const connection = connectionOf(type);

  @Resolver()
  class ObjectListResolver {
    @Requires(manyOf('list', kind))
    @Query(() => connection, { name: many, description: `The ${kind.kind} objects of the cluster, by pages.` })
    list(
      @Cluster() runtime: ClusterRuntime,
      @Args('filter', { type: () => filterType, nullable: true, description: 'Selects objects; all if absent.' })
      filter: ResourceFilter | null,
      @Args('orderBy', {
        type: () => orderType,
        nullable: true,
        description: 'Order of the list (default: by name).',
      })
      orderBy: unknown,
      @Args() args: ListArgs,
    ): Promise<Page> {
      return readPage(runtime, description, { ...args, filter, orderBy });
    }
  }
  return ObjectListResolver;
}
