import { servedKind } from '@orrery/actions';
import { kindSchema } from '@orrery/api-descriptions';
import type { ClusterRuntime } from '@orrery/control-plane';
import { deschedulerPolicySchema, POLICY_KIND } from '@orrery/descheduling';
import { schedulerConfigurationSchema } from '@orrery/scheduling';

/**
 * The JSON schema of a kind that the cluster serves, or of a document that configures its scheduler or descheduler.
 *
 * @throws NOT_FOUND for another kind.
 */
export function schemaOfKind({ kinds, plugins }: ClusterRuntime, apiVersion: string, kind: string): unknown {
  return (
    schedulerConfigurationSchema(apiVersion, kind, plugins) ??
    policySchema(apiVersion, kind) ??
    kindSchema(kinds.release, servedKind(kinds, apiVersion, kind), apiVersion) ?? { type: 'object' }
  );
}

function policySchema(apiVersion: string, kind: string): unknown {
  const isPolicy = kind === POLICY_KIND.kind && POLICY_KIND.apiVersions.some((version) => version === apiVersion);
  return isPolicy ? deschedulerPolicySchema() : undefined;
}
