import type { Deployment, ReplicaSet } from '@orrery/api-types';
import { DeploymentAnnotation } from './deployment-constants';
import { isSameTemplate } from './pod-template-hash';
import { planRollback } from './rollback';
import type { DeploymentNote } from './rollout-draft';

/** The Deployment without its request to go back, and what there is to say. */
export interface ObeyedRollback {
  readonly deployment: Deployment;
  readonly notes: readonly DeploymentNote[];
}

/**
 * Goes back to the rollout that the Deployment names (`rollback` of upstream's deployment controller); undefined if it names
 * none. The request is taken away in any case, so that it is tried once.
 */
export function obeyRollback(deployment: Deployment, replicaSets: readonly ReplicaSet[]): ObeyedRollback | undefined {
  const asked = deployment.metadata.annotations?.[DeploymentAnnotation.RollbackTo];
  if (asked === undefined || !/^[0-9]+$/.test(asked)) return undefined;
  const toRevision = Number(asked);
  const verdict = planRollback(deployment, replicaSets, toRevision);
  if (!verdict.ok) {
    const message = toRevision === 0 ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.';
    return { deployment: cleared(deployment), notes: [warning('DeploymentRollbackRevisionNotFound', message)] };
  }
  const name = JSON.stringify(deployment.metadata.name);
  if (isSameTemplate(verdict.template, deployment.spec.template)) {
    const message = `The rollback revision contains the same template as current deployment ${name}`;
    return { deployment: cleared(deployment), notes: [warning('DeploymentRollbackTemplateUnchanged', message)] };
  }
  const { metadata, spec } = deployment;
  const back = {
    ...deployment,
    metadata: { ...metadata, annotations: { ...verdict.annotations } },
    spec: { ...spec, template: verdict.template },
  };
  const message = `Rolled back deployment ${name} to revision ${verdict.revision}`;
  return { deployment: cleared(back), notes: [{ reason: 'DeploymentRollback', message }] };
}

function warning(reason: string, message: string): DeploymentNote {
  return { type: 'Warning', reason, message };
}

function cleared(deployment: Deployment): Deployment {
  const { [DeploymentAnnotation.RollbackTo]: _asked, ...annotations } = deployment.metadata.annotations ?? {};
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
