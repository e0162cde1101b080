import { replicaSetsOf } from '@orrery/actions';
import { selectionOf } from '@orrery/actions';
import type { Type } from '@nestjs/common';
import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { controllerOf } from '@orrery/workloads';
import { connectionOf } from '../connections/connection-types';
import { pageOf, type Page } from '../connections/page';
import { PageArgs } from '../connections/page-args';
import { Cluster } from '../../requests/request-context';
import { dependentsOf } from '@orrery/actions';
import { CronJob, Deployment, EndpointSlice, Job, Pod, Service } from '../kinds/kind-types';

const POD = requireKind('v1', 'Pod');
const JOB = requireKind('batch/v1', 'Job');
const SLICE = requireKind('discovery.k8s.io/v1', 'EndpointSlice');
const SERVICE_NAME = 'kubernetes.io/service-name';

@Resolver(() => Deployment)
class DeploymentPodsResolver {
  @ResolveField('pods', () => connectionOf(Pod), { description: 'Pods of the ReplicaSets of the Deployment.' })
  pods(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject, @Args() args: PageArgs): Promise<Page> {
    const { namespace = '', uid } = object.metadata;
    const candidates = (): KubeObject[] =>
      replicaSetsOf(runtime, object).flatMap(({ metadata }) => controlled(runtime, metadata.uid, 'Pod'));
    const selection = selectionOf(POD, { namespace });
    return pageOf({ runtime, selection, candidates, description: ['pods of', uid] }, args);
  }
}

@Resolver(() => CronJob)
class CronJobJobsResolver {
  @ResolveField('jobs', () => connectionOf(Job), { description: 'Jobs that the CronJob created.' })
  jobs(@Cluster() runtime: ClusterRuntime, @Parent() { metadata }: KubeObject, @Args() args: PageArgs): Promise<Page> {
    const candidates = (): KubeObject[] => controlled(runtime, metadata.uid, 'Job');
    const selection = selectionOf(JOB, { namespace: metadata.namespace ?? '' });
    return pageOf({ runtime, selection, candidates, description: ['jobs of', metadata.uid] }, args);
  }
}

@Resolver(() => Service)
class ServiceFieldsResolver {
  @ResolveField('endpointSlices', () => connectionOf(EndpointSlice), { description: 'EndpointSlices of the Service.' })
  endpointSlices(
    @Cluster() runtime: ClusterRuntime,
    @Parent() { metadata }: KubeObject,
    @Args() args: PageArgs,
  ): Promise<Page> {
    const isOfService = (slice: KubeObject): boolean => slice.metadata.labels?.[SERVICE_NAME] === metadata.name;
    const selection = selectionOf(SLICE, { namespace: metadata.namespace ?? '' }, [isOfService]);
    return pageOf({ runtime, selection, description: ['slices of', metadata.uid] }, args);
  }

  @ResolveField('pods', () => connectionOf(Pod), { description: 'Pods that the Service selects.' })
  pods(@Cluster() runtime: ClusterRuntime, @Parent() service: KubeObject, @Args() args: PageArgs): Promise<Page> {
    const { namespace = '', uid, resourceVersion } = service.metadata;
    const { selector } = (service.spec ?? {}) as { readonly selector?: Readonly<Record<string, string>> };
    const wanted = Object.entries(selector ?? {});
    const isSelected = ({ metadata: { labels = {} } }: KubeObject): boolean =>
      wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
    const selection = selectionOf(POD, { namespace }, [isSelected]);
    return pageOf({ runtime, selection, description: ['pods of', uid, resourceVersion] }, args);
  }
}

/** The ways from objects to those that belong to them, where one field does not say it. */
export const RelationResolvers: readonly Type<unknown>[] = [
  DeploymentPodsResolver,
  CronJobJobsResolver,
  ServiceFieldsResolver,
];

function controlled({ cache }: ClusterRuntime, uid: string, kind: string): KubeObject[] {
  return dependentsOf(cache, uid).filter((object) => object.kind === kind && controllerOf(object)?.uid === uid);
}
