import type { Deployment, PodTemplateSpec, ReplicaSet } from '@orrery/api-types';
import { POD_TEMPLATE_HASH } from './deployment-constants';
import { byRevision, revisionOf } from './replica-set-draft';
import { isCopiedAnnotation } from './revisions';

/** Template that a Deployment gets back from an earlier rollout, or the reason for which it cannot. */
export type RollbackVerdict =
  | {
      readonly ok: true;
      readonly template: PodTemplateSpec;
      readonly annotations: Readonly<Record<string, string>>;
      /** The number of the former rollout. */
      readonly revision: bigint;
    }
  | { readonly ok: false; readonly message: string };

/**
 * The way back to the rollout of this number, 0 for the one before the current (as `kubectl rollout undo`): template
 * and annotations are those of its ReplicaSet; those of the Deployment itself stay.
 */
export function planRollback(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  toRevision: number,
): RollbackVerdict {
  if (deployment.spec.paused) {
    const message =
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again";
    return { ok: false, message };
  }
  const numbered = replicaSets.filter((set) => revisionOf(set) > 0n).sort((a, b) => byRevision(b, a));
  const target = toRevision === 0 ? numbered[1] : numbered.find((set) => revisionOf(set) === BigInt(toRevision));
  if (!target) return { ok: false, message: missing(deployment, toRevision) };
  const { [POD_TEMPLATE_HASH]: _hash, ...labels } = target.spec.template?.metadata?.labels ?? {};
  const template = { ...target.spec.template, metadata: { ...target.spec.template?.metadata, labels } };
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => !isCopiedAnnotation(name));
  const former = Object.entries(target.metadata.annotations ?? {}).filter(([name]) => isCopiedAnnotation(name));
  return { ok: true, template, annotations: Object.fromEntries([...own, ...former]), revision: revisionOf(target) };
}

function missing({ metadata }: Deployment, toRevision: number): string {
  if (toRevision === 0) return `no rollout history found for deployment ${JSON.stringify(metadata.name)}`;
  return `unable to find specified revision ${toRevision} in history`;
}
