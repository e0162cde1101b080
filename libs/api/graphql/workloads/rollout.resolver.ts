import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { isScalable, servedForm } from '@orrery/api-types';
import { keyOf, type ClusterRuntime } from '@orrery/control-plane';
import { ofWorkload, Requires } from '../access/access-rules';
import { badUserInput } from '../errors/request-errors';
import { payload } from '../errors/user-errors';
import { writeOptionsOf } from '../objects/write-options';
import { Cluster } from '../requests/request-context';
import { workloadKind } from '../resources/kind-of';
import { restartRollout, undoRollout } from './rollout-changes';
import { RolloutRestartInput, RolloutPayload, RolloutUndoInput, ScaleInput, ScalePayload } from './rollout-inputs';

/** Changes of workloads that are more than a write of the object. */
@Resolver()
export class RolloutResolver {
  @Requires(ofWorkload('patch', 'scale', 'patch the scale of its kind'))
  @Mutation(() => ScalePayload, { name: 'scale', description: 'Sets the desired number of replicas of a workload.' })
  scale(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ScaleInput, description: 'The workload and its replicas.' }) input: ScaleInput,
  ): Promise<unknown> {
    return payload(input, () => scale(runtime, input));
  }

  @Requires(ofWorkload('patch', undefined, 'patch of its kind'))
  @Mutation(() => RolloutPayload, {
    name: 'rolloutRestart',
    description: 'Replaces all pods of a workload by new ones of the same template.',
  })
  rolloutRestart(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RolloutRestartInput, description: 'The workload.' }) input: RolloutRestartInput,
  ): Promise<unknown> {
    return payload(input, () => restartRollout(runtime, input));
  }

  @Requires(ofWorkload('patch', undefined, 'patch of its kind'))
  @Mutation(() => RolloutPayload, {
    name: 'rolloutUndo',
    description: 'Returns a workload to the template of a former rollout.',
  })
  rolloutUndo(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RolloutUndoInput, description: 'The workload and the rollout.' })
    input: RolloutUndoInput,
  ): Promise<unknown> {
    return payload(input, () => undoRollout(runtime, input));
  }
}

async function scale(runtime: ClusterRuntime, input: ScaleInput): Promise<Partial<ScalePayload>> {
  const { namespace, name, replicas, resourceVersion } = input;
  const kind = workloadKind(runtime.kinds, input.apiVersion, input.kind);
  if (!isScalable(kind)) throw badUserInput(`kind: ${kind.kind} objects have no scale subresource`, ['kind']);
  const metadata = resourceVersion == null ? {} : { metadata: { resourceVersion } };
  const body = { ...metadata, spec: { replicas } };
  const scaled = await runtime.store.scale({ kind, namespace, name, type: 'merge', body }, writeOptionsOf(input));
  const stored = runtime.cache.get(keyOf({ kind, namespace, name }));
  const object = stored && servedForm(kind, stored);
  return { object, replicas: (scaled.spec as { replicas?: number }).replicas ?? 0 };
}
