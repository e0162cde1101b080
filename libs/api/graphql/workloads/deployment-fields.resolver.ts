import { Field, ObjectType, Parent, registerEnumType, ResolveField, Resolver } from '@nestjs/graphql';
import type { Deployment as KubeDeployment, KubeObject, ReplicaSet as KubeReplicaSet } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { byRevision, controllerOf, revisionOf, rolloutStatus } from '@orrery/workloads';
import { Cluster } from '../requests/request-context';
import { dependentsOf } from '../resources/object-index';
import { Deployment, ReplicaSet } from '../kinds/kind-types';
import { Int64 } from '../scalars/scalars';

export const RolloutState = { PROGRESSING: 'progressing', COMPLETE: 'complete', FAILED: 'failed' } as const;
registerEnumType(RolloutState, {
  name: 'RolloutState',
  description: 'How a rollout stands.',
  valuesMap: {
    PROGRESSING: { description: 'It goes on, or waits.' },
    COMPLETE: { description: 'All pods are of the newest template and available.' },
    FAILED: { description: 'It made no progress within its deadline.' },
  },
});

@ObjectType({ description: 'How far the newest template of a Deployment is rolled out.' })
export class RolloutStatus {
  @Field(() => RolloutState, { description: 'How it stands.' })
  state!: string;
  @Field(() => String, { description: 'The same in words, as `kubectl rollout status` says it.' })
  message!: string;
  @Field(() => Int64, { description: 'Number of the rollout; 0 before the first.' })
  revision!: number | string;
}

@ObjectType({ description: 'A rollout of a Deployment.' })
export class DeploymentRevision {
  @Field(() => Int64, { description: 'Its number.' })
  revision!: number | string;
  @Field(() => String, { nullable: true, description: 'Why it was made (`kubernetes.io/change-cause`).' })
  changeCause?: string | undefined;
  @Field(() => ReplicaSet, { description: 'What it was rolled out by.' })
  replicaSet!: unknown;
}

@Resolver(() => Deployment)
export class DeploymentFieldsResolver {
  @ResolveField('replicaSets', () => [ReplicaSet], {
    description: 'The ReplicaSets of its templates, newest rollout first.',
  })
  replicaSets(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): readonly unknown[] {
    return replicaSetsOf(runtime, object);
  }

  @ResolveField('revisionHistory', () => [DeploymentRevision], { description: 'Its rollouts, newest first.' })
  revisionHistory(@Cluster() runtime: ClusterRuntime, @Parent() object: KubeObject): DeploymentRevision[] {
    return replicaSetsOf(runtime, object).map((replicaSet) => ({
      revision: String(revisionOf(replicaSet)),
      changeCause: replicaSet.metadata.annotations?.['kubernetes.io/change-cause'],
      replicaSet,
    }));
  }

  @ResolveField('rollout', () => RolloutStatus, { description: 'How far the newest template is rolled out.' })
  rollout(@Parent() object: KubeObject): RolloutStatus {
    return deploymentRollout(object);
  }
}

/** The state of a Deployment's rollout. */
export function deploymentRollout(object: KubeObject): RolloutStatus {
  const deployment = object as KubeDeployment;
  return { ...rolloutStatus(deployment), revision: String(revisionOf(deployment)) };
}

/** The ReplicaSets that a Deployment controls, newest rollout first. */
export function replicaSetsOf({ cache }: ClusterRuntime, { metadata }: KubeObject): KubeReplicaSet[] {
  const owned = dependentsOf(cache, metadata.uid).filter(
    (object) => object.kind === 'ReplicaSet' && controllerOf(object)?.uid === metadata.uid,
  );
  return (owned as KubeReplicaSet[]).sort((a, b) => byRevision(b, a));
}
