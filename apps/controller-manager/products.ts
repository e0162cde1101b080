import { isOpenShift, type ReleaseName } from '@orrery/api-types';
import { DeploymentConfigController } from './openshift/deployment-config-controller';
import type { WorkloadController } from './workloads/workload-controller';

export { standardRoleBindings } from '@orrery/openshift';

/** The controllers of kinds of workloads that a release has besides those of Kubernetes, each a fresh one. */
export function productWorkloadControllers(release: ReleaseName): WorkloadController[] {
  return isOpenShift(release) ? [new DeploymentConfigController()] : [];
}
