import { revisionsOf } from '@orrery/actions';
import type { Type } from '@nestjs/common';
import { Field, ObjectType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { DaemonSet as KubeDaemonSet, KubeObject, StatefulSet as KubeStatefulSet } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { daemonRolloutStatus, statefulRolloutStatus } from '@orrery/workloads';
import { Cluster } from '../../requests/request-context';
import type { Resource } from '../resources/resource';
import { RolloutStatus } from './deployment-fields.resolver';
import { ControllerRevision, DaemonSet, StatefulSet } from '../kinds/kind-types';
import { Int64 } from '../../values/scalars/scalars';

@ObjectType({ description: 'A rollout of a StatefulSet or DaemonSet.' })
class TemplateRevision {
  @Field(() => Int64, { description: 'Revision.' })
  revision!: number;
  @Field(() => String, { nullable: true, description: 'Change cause (`kubernetes.io/change-cause`).' })
  changeCause?: string | undefined;
  @Field(() => ControllerRevision, { description: 'ControllerRevision that holds the template.' })
  controllerRevision!: unknown;
}

/** The kinds that remember their templates in ControllerRevisions. */
export const TemplateFieldsResolvers = [StatefulSet, DaemonSet].map(templateResolver);

function templateResolver(owner: Type<Resource>): Type<unknown> {
  @Resolver(() => owner)
  class TemplateFieldsResolver {
    @ResolveField('revisionHistory', () => [TemplateRevision], { description: 'Rollouts, newest first.' })
    revisionHistory(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): TemplateRevision[] {
      return revisionsOf(runtime, object).map((controllerRevision) => ({
        revision: controllerRevision.revision,
        changeCause: controllerRevision.metadata.annotations?.['kubernetes.io/change-cause'],
        controllerRevision,
      }));
    }

    @ResolveField('rollout', () => RolloutStatus, { description: 'Progress of the rollout of the newest template.' })
    rollout(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): RolloutStatus {
      return templateRollout(runtime, object);
    }
  }
  return TemplateFieldsResolver;
}

/** The state of the rollout of a StatefulSet or DaemonSet. */
export function templateRollout(runtime: ClusterRuntime, object: KubeObject): RolloutStatus {
  const revision = revisionsOf(runtime, object)[0]?.revision ?? 0;
  const status =
    object.kind === 'StatefulSet'
      ? statefulRolloutStatus(object as KubeStatefulSet)
      : daemonRolloutStatus(object as KubeDaemonSet);
  return { ...status, revision };
}
