import type { DeploymentConfigStatus } from './deployment-config';

/** The status of a new DeploymentConfig. */
export const NO_DEPLOYMENTS: DeploymentConfigStatus = Object.freeze({
  latestVersion: 0,
  observedGeneration: 0,
  replicas: 0,
  updatedReplicas: 0,
  availableReplicas: 0,
  unavailableReplicas: 0,
});

/**
 * Returns the status of an update. A writer that sets the next version requests a rollout, and gives its details
 * (`PrepareForUpdate` of `pkg/apps/registry/deployconfig/strategy.go` and `instantiate/strategy.go` of origin): clients roll
 * back in this way.
 */
export function takeNextVersion(asked: unknown, stored: unknown): unknown {
  const { latestVersion, details } = (asked ?? {}) as Partial<DeploymentConfigStatus>;
  const { details: _details, ...before } = (stored ?? NO_DEPLOYMENTS) as DeploymentConfigStatus;
  if (latestVersion !== before.latestVersion + 1) return stored;
  return { ...before, latestVersion, ...(details ? { details } : {}) };
}
