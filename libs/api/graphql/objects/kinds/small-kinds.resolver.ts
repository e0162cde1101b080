import { selectionOf } from '@orrery/actions';
import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  matchesLabelSelector,
  type Event as KubeEvent,
  type KubeObject,
  type PodDisruptionBudget as Budget,
} from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { connectionOf } from '../connections/connection-types';
import { pageOf, type Page } from '../connections/page';
import { PageArgs } from '../connections/page-args';
import { PodFilter } from '../filters/filter-inputs';
import { podConditions } from '../filters/kind-filters';
import { Cluster } from '../../requests/request-context';
import { Resource } from '../resources/resource';
import { Event, Namespace, Pod, PodDisruptionBudget } from './kind-types';

const POD = requireKind('v1', 'Pod');

@Resolver(() => PodDisruptionBudget)
export class DisruptionBudgetFieldsResolver {
  @ResolveField('pods', () => connectionOf(Pod), { description: "Pods that match the budget's selector." })
  pods(@Cluster() runtime: ClusterRuntime, @Parent() budget: KubeObject, @Args() args: PageArgs): Promise<Page> {
    const { selector } = (budget as Budget).spec ?? {};
    const isCounted = ({ metadata }: KubeObject): boolean => matchesLabelSelector(selector, metadata.labels ?? {});
    const { namespace = '', uid, generation } = budget.metadata;
    const selection = selectionOf(POD, { namespace }, [isCounted]);
    return pageOf({ runtime, selection, description: ['pods of', uid, generation] }, args);
  }

  @ResolveField('disruptionsAllowed', () => Int, {
    nullable: true,
    description: 'Number of pods that may be evicted now.',
  })
  disruptionsAllowed(@Parent() { status }: KubeObject): number | undefined {
    return (status as Budget['status'])?.disruptionsAllowed;
  }
}

@Resolver(() => Event)
export class EventFieldsResolver {
  @ResolveField('involved', () => Resource, {
    nullable: true,
    description: 'The involved object, while it exists.',
  })
  involved(@Cluster() { cache, kinds }: ClusterRuntime, @Parent() event: KubeObject): KubeObject | undefined {
    const { apiVersion = '', kind: name = '', ...about } = (event as KubeEvent).involvedObject;
    const kind = kinds.byGvk(apiVersion, name);
    if (!kind) return undefined;
    const namespace = kind.namespaced ? (about.namespace ?? '') : '';
    const object = cache.get(keyOf({ kind, namespace, name: about.name ?? '' }));
    return about.uid === undefined || object?.metadata.uid === about.uid ? object : undefined;
  }
}

@Resolver(() => Namespace)
export class NamespaceFieldsResolver {
  @ResolveField('pods', () => connectionOf(Pod), { description: 'The pods of the namespace.' })
  pods(
    @Cluster() runtime: ClusterRuntime,
    @Parent() { metadata }: KubeObject,
    @Args('filter', { type: () => PodFilter, nullable: true, description: 'Selects objects; all if absent.' })
    filter: PodFilter | null,
    @Args() args: PageArgs,
  ): Promise<Page> {
    const selection = selectionOf(POD, { ...filter, namespace: metadata.name }, podConditions(filter));
    return pageOf({ runtime, selection, description: ['pods in', metadata.name, filter ?? null] }, args);
  }
}
