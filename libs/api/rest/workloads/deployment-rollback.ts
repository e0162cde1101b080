import { badRequest, invalid, requiredField, successStatus } from '@orrery/api-types';
import { writeOptions } from '@orrery/api-protocol';
import { unrestricted } from '@orrery/control-plane';
import { DeploymentAnnotation } from '@orrery/workloads';
import { decodeAs, recordIn } from '../bodies/decode-as';
import type { Answer, KindRequest } from '../kind-request';

interface DeploymentRollback {
  readonly name?: string;
  readonly rollbackTo?: { readonly revision?: number };
  readonly updatedAnnotations?: Readonly<Record<string, string>>;
}

const BODY = { apiVersion: 'extensions/v1beta1', kind: 'DeploymentRollback' };

/**
 * Asks a Deployment to go back to a former rollout, as kubectl up to 1.15 does (`RollbackREST` of Kubernetes 1.11): its
 * controller does it. Throws 404, and 422 for a body without a name.
 */
export async function rollBackDeployment(request: KindRequest): Promise<Answer> {
  const { actor, kind, namespace, path, query, runtime, warn } = request;
  const { apiVersion: _apiVersion, ...sent } = recordIn((await request.readBody()).value);
  const { name = '', rollbackTo, updatedAnnotations = {} } = decodeAs(BODY, sent) as DeploymentRollback;
  if (name === '')
    throw invalid({ group: 'extensions', kind: BODY.kind }, '', [requiredField('name', 'name is required')]);
  if (name !== path.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${path.name})`);
  }
  const annotations = { ...updatedAnnotations, [DeploymentAnnotation.RollbackTo]: String(rollbackTo?.revision ?? 0) };
  const options = { ...writeOptions(query, 'CreateOptions', { release: runtime.kinds.release }), warn };
  // Who may ask for this need not be allowed to change Deployments.
  const store = runtime.store.as(unrestricted(actor.user));
  await store.patch({ kind, namespace, name, type: 'merge', patch: { metadata: { annotations } } }, options);
  const message = `rollback request for deployment ${JSON.stringify(name)} succeeded`;
  return { code: 201, body: { ...successStatus({}, 200), message } };
}
