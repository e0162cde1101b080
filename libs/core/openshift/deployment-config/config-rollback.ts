import { DeploymentTrigger, type DeploymentConfig } from '@orrery/api-types';

/** Parts of an older version to restore (`DeploymentConfigRollbackSpec`). */
export interface RollbackParts {
  readonly includeTemplate?: boolean;
  readonly includeReplicationMeta?: boolean;
  readonly includeTriggers?: boolean;
  readonly includeStrategy?: boolean;
}

/**
 * The config that a client writes to go back from `current` to `older` (`GenerateRollback` of origin's registry/rollback): with
 * the next version, and without images that follow streams, which would replace it at once.
 */
export function rolledBack(current: DeploymentConfig, older: DeploymentConfig, parts: RollbackParts): DeploymentConfig {
  const { spec, status } = current;
  const { template, replicas, selector, triggers, strategy } = older.spec;
  const taken = {
    ...spec,
    ...(parts.includeTemplate && template ? { template } : {}),
    ...(parts.includeReplicationMeta ? { replicas: replicas ?? 0, selector: { ...selector } } : {}),
    ...(parts.includeTriggers && triggers ? { triggers } : {}),
    ...(parts.includeStrategy && strategy ? { strategy } : {}),
  };
  const quiet = (taken.triggers ?? []).map((trigger) => {
    if (trigger.type !== DeploymentTrigger.ImageChange || !trigger.imageChangeParams) return trigger;
    const { automatic: _automatic, ...imageChangeParams } = trigger.imageChangeParams;
    return { ...trigger, imageChangeParams };
  });
  const latestVersion = (status?.latestVersion ?? 0) + 1;
  return { ...current, spec: { ...taken, triggers: quiet }, status: { ...status!, latestVersion } };
}

/** The version to go back to, or why there is none; `asked` is 0 for the one before. */
export function rollbackTarget(
  { metadata, status }: DeploymentConfig,
  asked: number,
): { readonly number: number } | { readonly problem: string } {
  const latest = status?.latestVersion ?? 0;
  const label = JSON.stringify(`${metadata.namespace ?? ''}/${metadata.name}`);
  if (latest === 0) return { problem: 'cannot rollback an undeployed config' };
  if (latest === 1) return { problem: `no previous deployment exists for ${label}` };
  if (asked === latest) return { problem: `version ${asked} is already the latest` };
  return { number: asked > 0 ? asked : latest - 1 };
}
