import type { Type } from '@nestjs/common';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { badRequest, notFound, type KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { planTemplateRollback, type TemplateOwner } from '@orrery/workloads';
import { payload } from '../errors/user-errors';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/mutation-resolvers';
import { writeOptionsOf } from '../objects/write-options';
import { Cluster } from '../requests/request-context';
import { atRevision, restartPatch, RolloutInput, RolloutUndoInput } from './rollout.resolver';
import { revisionsOf } from './template-fields.resolver';

const INPUT = { description: 'What is to be done.' };

/** Rollouts of the kinds that remember their templates in ControllerRevisions. */
export const TemplateRolloutResolvers = ['StatefulSet', 'DaemonSet'].map(templateRolloutResolver);

function templateRolloutResolver(name: string): Type<unknown> {
  const description = describedKind(name);
  const answer = payloadOf(description);
  const workload: Workload = { kind: requireKind('apps/v1', name), one: description.one };

  @Resolver()
  class TemplateRolloutResolver {
    @Mutation(() => answer, {
      name: `rolloutRestart${name}`,
      description: `Replaces all pods of a ${name} by new ones of the same template.`,
    })
    restart(
      @Cluster() runtime: ClusterRuntime,
      @Args('input', { type: () => RolloutInput, ...INPUT }) input: RolloutInput,
    ): Promise<unknown> {
      return payload(input, () => change(runtime, workload, { input, patch: restartPatch(runtime) }));
    }

    @Mutation(() => answer, {
      name: `rolloutUndo${name}`,
      description: `Takes a ${name} back to the template of a former rollout.`,
    })
    undo(
      @Cluster() runtime: ClusterRuntime,
      @Args('input', { type: () => RolloutUndoInput, ...INPUT }) input: RolloutUndoInput,
    ): Promise<unknown> {
      return payload(input, () => undo(runtime, workload, input));
    }
  }
  return TemplateRolloutResolver;
}

interface Workload {
  readonly kind: ReturnType<typeof requireKind>;
  /** The name of its field in payloads. */
  readonly one: string;
}

async function undo(runtime: ClusterRuntime, workload: Workload, input: RolloutUndoInput): Promise<object> {
  const { kind, one } = workload;
  const { namespace, name, toRevision } = input;
  const object = runtime.cache.get(keyOf({ kind, namespace, name }));
  if (!object) throw notFound(kind, name);
  const owner = object as unknown as TemplateOwner;
  const verdict = planTemplateRollback(owner, revisionsOf(runtime, object), toRevision ?? 0);
  if (!verdict.ok) throw badRequest(verdict.message);
  const skipped = `skipped rollback (current template already matches revision ${verdict.revision.revision})`;
  if (verdict.isThere) return { [one]: object, warnings: [skipped] };
  return change(runtime, workload, { input, patch: verdict.revision.data as object });
}

interface ChangeRequest {
  readonly input: RolloutInput;
  /** A strategic merge patch. */
  readonly patch: object;
}

async function change(
  runtime: ClusterRuntime,
  { kind, one }: Workload,
  { input, patch }: ChangeRequest,
): Promise<object> {
  const { namespace, name, resourceVersion } = input;
  const body = atRevision(patch, resourceVersion);
  const request = { kind, namespace, name, type: 'strategic', patch: body } as const;
  const object: KubeObject = await runtime.store.patch(request, writeOptionsOf(input));
  return { [one]: object, warnings: [] };
}
