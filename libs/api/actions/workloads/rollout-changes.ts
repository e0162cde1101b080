import { badRequest, notFound, type Deployment, type KindInfo, type KubeObject } from '@orrery/api-types';
import { keyOf, type ClusterKinds, type ClusterRuntime } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';
import { planRollback, planTemplateRollback, type TemplateOwner } from '@orrery/workloads';
import { badUserInput } from '../errors/input-error';
import { writeOptionsOf } from '../objects/write-options';
import { servedKind } from '../objects/kind-of';
import type { RolloutInput, RolloutUndoInput } from './rollout-inputs';
import { replicaSetsOf, revisionsOf } from './rollout-history';

const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';
/** Kinds of `apps/v1` with rollouts. */
const ROLLED_OUT: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** The workload after a change of its rollout. */
export interface RolloutChange {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

interface TemplatePatch {
  readonly type: 'strategic' | 'json';
  readonly patch: object;
}

/** Sets a new template of a workload that differs by an annotation, as `kubectl rollout restart` does. */
export async function restartRollout(runtime: ClusterRuntime, input: RolloutInput): Promise<RolloutChange> {
  const kind = rolloutKind(runtime.kinds, input);
  const object = existing(runtime, kind, input);
  if (kind.kind === 'Deployment' && (object as Deployment).spec.paused) {
    throw badRequest("can't restart paused deployment (run rollout resume first)");
  }
  const annotations = { [RESTARTED_AT]: formatTime(runtime.clock.now()) };
  const patch = { spec: { template: { metadata: { annotations } } } };
  return change(runtime, input, { type: 'strategic', patch });
}

/** Restores the template of an earlier rollout of a workload, as `kubectl rollout undo` does. */
export async function undoRollout(runtime: ClusterRuntime, input: RolloutUndoInput): Promise<RolloutChange> {
  const kind = rolloutKind(runtime.kinds, input);
  const object = existing(runtime, kind, input);
  return kind.kind === 'Deployment' ? undoDeployment(runtime, input, object) : undoTemplate(runtime, input, object);
}

/** The kind of a workload with rollouts; throws BAD_USER_INPUT for other kinds. */
export function rolloutKind(
  kinds: ClusterKinds,
  { apiVersion, kind }: Pick<RolloutInput, 'apiVersion' | 'kind'>,
): KindInfo {
  const found = servedKind(kinds, apiVersion, kind);
  if (found.group === 'apps' && ROLLED_OUT.has(found.kind)) return found;
  const supported = [...ROLLED_OUT].join(', ');
  throw badUserInput(`kind: Unsupported value: ${JSON.stringify(kind)}: supported values: ${supported}`, ['kind']);
}

function undoDeployment(runtime: ClusterRuntime, input: RolloutUndoInput, object: KubeObject): Promise<RolloutChange> {
  const plan = planRollback(object as Deployment, replicaSetsOf(runtime, object), input.toRevision ?? 0);
  if (!plan.ok) throw badRequest(plan.message);
  const patch = [
    { op: 'replace', path: '/spec/template', value: plan.template },
    { op: 'add', path: '/metadata/annotations', value: plan.annotations },
  ];
  return change(runtime, input, { type: 'json', patch });
}

async function undoTemplate(
  runtime: ClusterRuntime,
  input: RolloutUndoInput,
  object: KubeObject,
): Promise<RolloutChange> {
  const owner = object as TemplateOwner;
  const plan = planTemplateRollback(owner, revisionsOf(runtime, object), input.toRevision ?? 0);
  if (!plan.ok) throw badRequest(plan.message);
  const skipped = `skipped rollback (current template already matches revision ${plan.revision.revision})`;
  if (plan.isThere) return { object, warnings: [skipped] };
  return change(runtime, input, { type: 'strategic', patch: plan.revision.data as object });
}

function existing({ cache }: ClusterRuntime, kind: KindInfo, { namespace, name }: RolloutInput): KubeObject {
  const found = cache.get(keyOf({ kind, namespace, name }));
  if (!found) throw notFound(kind, name);
  return found;
}

/** Patches the workload, at the revision of the input if there is one. */
async function change(
  runtime: ClusterRuntime,
  input: RolloutInput,
  { type, patch }: TemplatePatch,
): Promise<RolloutChange> {
  const { namespace, name, resourceVersion } = input;
  const request = {
    kind: rolloutKind(runtime.kinds, input),
    namespace,
    name,
    type,
    patch: atRevision(patch, resourceVersion),
  };
  return { object: await runtime.store.patch(request, writeOptionsOf(input)), warnings: [] };
}

function atRevision(patch: object, resourceVersion: string | null | undefined): object {
  if (resourceVersion == null) return patch;
  if (Array.isArray(patch)) {
    return [{ op: 'test', path: '/metadata/resourceVersion', value: resourceVersion }, ...(patch as object[])];
  }
  return { ...patch, metadata: { resourceVersion } };
}
