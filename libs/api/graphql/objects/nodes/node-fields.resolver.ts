import { selectionOf, zoneOf } from '@orrery/actions';
import { Args, Float, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { KubeObject, Node as KubeNode } from '@orrery/api-types';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { parseTimeMs } from '@orrery/time';
import { connectionOf } from '../connections/connection-types';
import { pageOf, type Page } from '../connections/page';
import { PageArgs } from '../connections/page-args';
import { PodFilter } from '../filters/filter-inputs';
import { podConditions } from '../filters/kind-filters';
import { readOne } from '../kinds/read-kinds';
import { amountsOf, requestedBy, totalsOf } from '@orrery/insights';
import { Cluster } from '../../requests/request-context';
import { ResourceTotals } from '../resources/metadata';
import { Utilization } from './node-types';
import { typeOfStruct } from '../structs/struct-types';
import { utilizationOf } from './utilization';
import { Lease, Node, Pod } from '../kinds/kind-types';

const POD = requireKind('v1', 'Pod');
const LEASE = requireKind('coordination.k8s.io/v1', 'Lease');

/** Resolves fields of a node beyond those of the object; pods come from the cache's index by node. */
@Resolver(() => Node)
export class NodeFieldsResolver {
  @ResolveField('pods', () => connectionOf(Pod), { description: 'Pods on the node.' })
  pods(
    @Cluster() runtime: ClusterRuntime,
    @Parent() node: KubeObject,
    @Args('filter', { type: () => PodFilter, nullable: true, description: 'Selects objects; all if absent.' })
    filter: PodFilter | null,
    @Args() args: PageArgs,
  ): Promise<Page> {
    return podsPage(runtime, node, { ...args, filter });
  }

  @ResolveField('taints', () => [typeOfStruct('V1Taint')], { description: 'Taints of the node.' })
  taints(@Parent() node: KubeObject): unknown[] {
    return asNode(node).spec.taints ?? [];
  }

  @ResolveField('zone', () => String, { nullable: true, description: 'Zone of the node.' })
  zone(@Parent() node: KubeObject): string | undefined {
    return zoneOf(node);
  }

  @ResolveField('capacity', () => ResourceTotals, { description: 'Capacity of the node.' })
  capacity(@Parent() node: KubeObject): unknown {
    return totalsOf(amountsOf(asNode(node).status.capacity));
  }

  @ResolveField('allocatable', () => ResourceTotals, { description: 'Resources available to pods.' })
  allocatable(@Parent() node: KubeObject): unknown {
    return totalsOf(amountsOf(asNode(node).status.allocatable));
  }

  @ResolveField('requested', () => ResourceTotals, { description: 'Resources requested by the pods on the node.' })
  requested(@Cluster() runtime: ClusterRuntime, @Parent() { metadata }: KubeObject): unknown {
    return totalsOf(requestedBy(runtime.cache.podsOn(metadata.name)));
  }

  @ResolveField('utilization', () => Utilization, {
    description: 'Requested resources in percent of the allocatable ones.',
  })
  utilization(@Cluster() runtime: ClusterRuntime, @Parent() node: KubeObject): Utilization {
    const requested = requestedBy(runtime.cache.podsOn(node.metadata.name));
    return utilizationOf(requested, amountsOf(asNode(node).status.allocatable));
  }

  @ResolveField('lease', () => Lease, { nullable: true, description: 'Lease of the node.' })
  lease(@Cluster() runtime: ClusterRuntime, @Parent() { metadata }: KubeObject): Promise<KubeObject | null> {
    return readOne(runtime, LEASE, { namespace: 'kube-node-lease', name: metadata.name });
  }

  @ResolveField('heartbeatAge', () => Float, { nullable: true, description: 'Seconds since its last heartbeat.' })
  async heartbeatAge(@Cluster() runtime: ClusterRuntime, @Parent() { metadata }: KubeObject): Promise<number | null> {
    const lease = await readOne(runtime, LEASE, { namespace: 'kube-node-lease', name: metadata.name });
    const renewedMs = parseTimeMs((lease?.spec as { renewTime?: string } | undefined)?.renewTime);
    return renewedMs === undefined ? null : (runtime.clock.now() - renewedMs) / 1000;
  }
}

function podsPage(
  runtime: ClusterRuntime,
  { metadata }: KubeObject,
  { filter, ...args }: PageArgs & { readonly filter: PodFilter | null },
): Promise<Page> {
  const onNode: PodFilter = { ...filter, nodeName: metadata.name };
  return pageOf(
    {
      runtime,
      selection: selectionOf(POD, filter, podConditions(onNode)),
      description: ['pods on', metadata.name, filter ?? null],
      candidates: () => runtime.cache.podsOn(metadata.name),
    },
    args,
  );
}

const asNode = (object: KubeObject): KubeNode => object as KubeNode;
