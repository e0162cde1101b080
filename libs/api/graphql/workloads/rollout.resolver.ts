import { Args, Field, InputType, Int, Mutation, ObjectType, Resolver } from '@nestjs/graphql';
import { badRequest, isScalable, notFound, type Deployment, type KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';
import { planRollback } from '@orrery/workloads';
import { badUserInput } from '../errors/request-errors';
import { MutationPayload, payload } from '../errors/user-errors';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/mutation-resolvers';
import { WriteInput } from '../objects/mutation-inputs';
import { writeOptionsOf } from '../objects/write-options';
import { Cluster } from '../requests/request-context';
import { servedKind } from '../resources/kind-of';
import { Resource } from '../resources/resource';
import { Int64 } from '../scalars/scalars';
import { replicaSetsOf } from './deployment-fields.resolver';

const DEPLOYMENT = requireKind('apps/v1', 'Deployment');
const DeploymentPayload = payloadOf(describedKind('Deployment'));
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';
const INPUT = { description: 'What is to be done.' };

@InputType({ description: 'A Deployment, or another workload with rollouts, by its name.' })
export class RolloutInput extends WriteInput {
  @Field(() => String, { defaultValue: 'default', description: 'Its namespace.' })
  namespace!: string;
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@InputType({ description: 'A workload and the rollout it is to go back to.' })
export class RolloutUndoInput extends RolloutInput {
  @Field(() => Int64, {
    nullable: true,
    description: 'Number of the rollout; the one before the current if not given.',
  })
  toRevision?: number | null;
}

@InputType({ description: 'An object with pods, and how many there shall be.' })
export class ScaleInput extends WriteInput {
  @Field(() => String, { defaultValue: 'apps/v1', description: 'Group and version of the object.' })
  apiVersion!: string;
  @Field(() => String, { description: 'Deployment, ReplicaSet, StatefulSet or ReplicationController.' })
  kind!: string;
  @Field(() => String, { defaultValue: 'default', description: 'Namespace of the object.' })
  namespace!: string;
  @Field(() => String, { description: 'Name of the object.' })
  name!: string;
  @Field(() => Int, { description: 'How many pods there shall be.' })
  replicas!: number;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a change of size.' })
export class ScalePayload extends MutationPayload {
  @Field(() => Resource, { nullable: true, description: 'The object.' })
  object?: unknown;
  @Field(() => Int, { nullable: true, description: 'How many pods it shall have.' })
  replicas?: number;
}

/** What is done to workloads besides writing them. */
@Resolver()
export class RolloutResolver {
  @Mutation(() => ScalePayload, { name: 'scale', description: 'Sets the number of pods of an object.' })
  scale(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ScaleInput, ...INPUT }) input: ScaleInput,
  ): Promise<unknown> {
    return payload(input, () => scale(runtime, input));
  }

  @Mutation(() => DeploymentPayload, {
    name: 'rolloutRestart',
    description: 'Replaces all pods of a Deployment by new ones of the same template.',
  })
  rolloutRestart(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RolloutInput, ...INPUT }) input: RolloutInput,
  ): Promise<unknown> {
    return payload(input, () => restart(runtime, input));
  }

  @Mutation(() => DeploymentPayload, {
    name: 'rolloutUndo',
    description: 'Takes a Deployment back to the template of a former rollout.',
  })
  rolloutUndo(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RolloutUndoInput, ...INPUT }) input: RolloutUndoInput,
  ): Promise<unknown> {
    return payload(input, () => undo(runtime, input));
  }
}

async function scale(runtime: ClusterRuntime, input: ScaleInput): Promise<Partial<ScalePayload>> {
  const { namespace, name, replicas, resourceVersion } = input;
  const kind = servedKind(kindVersion(input), input.kind);
  if (!isScalable(kind)) throw badUserInput(`a ${kind.kind} has no number of pods that could be set`, ['kind']);
  const metadata = resourceVersion == null ? {} : { metadata: { resourceVersion } };
  const body = { ...metadata, spec: { replicas } };
  const scaled = await runtime.store.scale({ kind, namespace, name, type: 'merge', body }, writeOptionsOf(input));
  const object = runtime.cache.get(keyOf({ kind, namespace, name }));
  return { object, replicas: (scaled.spec as { replicas?: number }).replicas ?? 0 };
}

/** Replication controllers are the only ones that are not in `apps/v1`. */
function kindVersion({ apiVersion, kind }: ScaleInput): string {
  return kind === 'ReplicationController' && apiVersion === 'apps/v1' ? 'v1' : apiVersion;
}

interface Changed {
  readonly deployment: KubeObject;
  readonly warnings: readonly string[];
}

async function restart(runtime: ClusterRuntime, input: RolloutInput): Promise<Changed> {
  const { spec } = requireDeployment(runtime, input);
  if (spec.paused) throw badRequest("can't restart paused deployment (run rollout resume first)");
  return change(runtime, input, { type: 'strategic', patch: restartPatch(runtime) });
}

/** What gives a workload a new template that asks for the same. */
export function restartPatch({ clock }: ClusterRuntime): object {
  return { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: formatTime(clock.now()) } } } } };
}

async function undo(runtime: ClusterRuntime, input: RolloutUndoInput): Promise<Changed> {
  const deployment = requireDeployment(runtime, input);
  const replicaSets = replicaSetsOf(runtime, deployment as unknown as KubeObject);
  const verdict = planRollback(deployment, replicaSets, input.toRevision ?? 0);
  if (!verdict.ok) throw badRequest(verdict.message);
  const patch = [
    { op: 'replace', path: '/spec/template', value: verdict.template },
    { op: 'add', path: '/metadata/annotations', value: verdict.annotations },
  ];
  return change(runtime, input, { type: 'json', patch });
}

function requireDeployment(runtime: ClusterRuntime, { namespace, name }: RolloutInput): Deployment {
  const found = runtime.cache.get(keyOf({ kind: DEPLOYMENT, namespace, name }));
  if (!found) throw notFound(DEPLOYMENT, name);
  return found as unknown as Deployment;
}

/** Patches the Deployment, at the revision that the client names if it names one. */
async function change(
  runtime: ClusterRuntime,
  input: RolloutInput,
  { type, patch }: { readonly type: 'strategic' | 'json'; readonly patch: object },
): Promise<Changed> {
  const { namespace, name, resourceVersion } = input;
  const request = { kind: DEPLOYMENT, namespace, name, type, patch: atRevision(patch, resourceVersion) };
  return { deployment: await runtime.store.patch(request, writeOptionsOf(input)), warnings: [] };
}

/** The patch with the revision that the client has seen, if it says one. */
export function atRevision(patch: object, resourceVersion: string | null | undefined): object {
  if (resourceVersion == null) return patch;
  if (Array.isArray(patch)) {
    return [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion }, ...(patch as object[])];
  }
  return { ...patch, metadata: { resourceVersion } };
}
