import { replicaSetsOf } from '@orrery/actions';
import { Field, ObjectType, Parent, registerEnumType, ResolveField, Resolver } from '@nestjs/graphql';
import type { Deployment as KubeDeployment, KubeObject } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { revisionOf, rolloutStatus } from '@orrery/workloads';
import { Cluster } from '../../requests/request-context';
import { Deployment, ReplicaSet } from '../kinds/kind-types';
import { Int64 } from '../../values/scalars/scalars';

const RolloutState = { PROGRESSING: 'progressing', COMPLETE: 'complete', FAILED: 'failed' } as const;
registerEnumType(RolloutState, {
  name: 'RolloutState',
  description: 'State of a rollout.',
  valuesMap: {
    PROGRESSING: { description: 'In progress or paused.' },
    COMPLETE: { description: 'All pods have the newest template and are available.' },
    FAILED: { description: 'The progress deadline was exceeded.' },
  },
});

@ObjectType({ description: 'Progress of the rollout of the newest template.' })
export class RolloutStatus {
  @Field(() => RolloutState, { description: 'State.' })
  state!: string;
  @Field(() => String, { description: 'Message of `kubectl rollout status`.' })
  message!: string;
  @Field(() => Int64, { description: 'Revision; 0 before the first rollout.' })
  revision!: number | string;
}

@ObjectType({ description: 'A rollout of a Deployment.' })
export class DeploymentRevision {
  @Field(() => Int64, { description: 'Revision.' })
  revision!: number | string;
  @Field(() => String, { nullable: true, description: 'Change cause (`kubernetes.io/change-cause`).' })
  changeCause?: string | undefined;
  @Field(() => ReplicaSet, { description: 'ReplicaSet of the rollout.' })
  replicaSet!: unknown;
}

@Resolver(() => Deployment)
export class DeploymentFieldsResolver {
  @ResolveField('replicaSets', () => [ReplicaSet], {
    description: 'ReplicaSets of the Deployment, newest rollout first.',
  })
  replicaSets(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): readonly unknown[] {
    return replicaSetsOf(runtime, object);
  }

  @ResolveField('revisionHistory', () => [DeploymentRevision], { description: 'Rollouts, newest first.' })
  revisionHistory(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): DeploymentRevision[] {
    return replicaSetsOf(runtime, object).map((replicaSet) => ({
      revision: String(revisionOf(replicaSet)),
      changeCause: replicaSet.metadata.annotations?.['kubernetes.io/change-cause'],
      replicaSet,
    }));
  }

  @ResolveField('rollout', () => RolloutStatus, { description: 'Progress of the rollout of the newest template.' })
  rollout(@Parent() object: KubeObject): RolloutStatus {
    return deploymentRollout(object);
  }
}

/** The state of a Deployment's rollout. */
export function deploymentRollout(object: KubeObject): RolloutStatus {
  const deployment = object as KubeDeployment;
  return { ...rolloutStatus(deployment), revision: String(revisionOf(deployment)) };
}
