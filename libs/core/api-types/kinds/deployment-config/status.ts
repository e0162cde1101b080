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
 * Who writes the object with the next version asks for a rollout, and says why (`PrepareForUpdate` of
 * `pkg/apps/registry/deployconfig/strategy.go` and `instantiate/strategy.go` of origin): that is how clients roll back.
 */
export function takeNextVersion(asked: unknown, stored: unknown): unknown {
  const { latestVersion, details } = (asked ?? {}) as Partial<DeploymentConfigStatus>;
  const { details: _details, ...before } = (stored ?? NO_DEPLOYMENTS) as DeploymentConfigStatus;
  if (latestVersion !== before.latestVersion + 1) return stored;
  return { ...before, latestVersion, ...(details ? { details } : {}) };
}
