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
import type { Resource } from '../resources/resource';
import { DaemonSet, Job, Pod, ReplicaSet, ReplicationController, StatefulSet } from '../kinds/kind-types';

const POD = requireKind('v1', 'Pod');

/** The kinds whose pods belong to them directly. */
export const ReplicaFieldsResolvers = [ReplicaSet, ReplicationController, StatefulSet, DaemonSet, Job].map(
  podsResolver,
);

function podsResolver(owner: Type<Resource>): Type<unknown> {
  @Resolver(() => owner)
  class OwnedPodsResolver {
    @ResolveField('pods', () => connectionOf(Pod), { description: 'Pods that the object controls.' })
    pods(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject, @Args() args: PageArgs): Promise<Page> {
      return controlledPods(runtime, object, args);
    }
  }
  return OwnedPodsResolver;
}

function controlledPods(runtime: ClusterRuntime, { metadata }: KubeObject, args: PageArgs): Promise<Page> {
  const isControlled = (pod: KubeObject): boolean => controllerOf(pod)?.uid === metadata.uid;
  const selection = selectionOf(POD, { namespace: metadata.namespace ?? '' }, [isControlled]);
  const candidates = (): KubeObject[] =>
    dependentsOf(runtime.cache, metadata.uid).filter(({ kind }) => kind === POD.kind);
  return pageOf({ runtime, selection, candidates, description: ['pods of', metadata.uid] }, args);
}
