export { rollbackTarget, rolledBack, type RollbackParts } from './deployment-config/config-rollback';
export { deployerPodName } from './deployment-config/deployer-pod-name';
export { isCustomDeployer } from './deployment-config/deployer-pod';
export { deployerAnnotations, hasEnded, progressOf } from './deployment-config/deployer-progress';
export type { DeployerInput, DeployerStep } from './deployment-config/deployer-step';
export { planInstantiation, type InstantiationVerdict } from './deployment-config/instantiation';
export { loggedVersion, mostInformative as mostTelling, type LoggedVersion } from './deployment-config/logged-version';
export {
  afterCreation,
  afterRefusedCreation,
  planDeploymentConfig,
  type ConfigInput,
  type ConfigNote,
  type ConfigPlan,
} from './deployment-config/plan-deployment-config';
export { planVersion, withDeployer, type VersionPlan } from './deployment-config/plan-version';
export { runDeployer } from './deployment-config/run-deployer';
export {
  ConfigAnnotation,
  configOf,
  DEPLOYER_FOR_LABEL,
  isComplete,
  isOver,
  latestVersion,
  phaseOf,
  versionName,
  VersionPhase,
  type Version,
} from './deployment-config/version';
export { openshiftAccess, standardRoleBindings, type StandardRoleBinding } from './roles/openshift-roles';
export { processTemplate } from './template/process-template';
export { masterConfigWarnings, type SectionWarning } from './master-config/kubernetes-master-config';
export { projectNodeSelector } from './admission/project-node-selector';
export { readKubernetesMasterConfig, type KubernetesMasterConfig } from './master-config/kubernetes-master-config';
export { KUBERNETES_MASTER_CONFIG } from './master-config/master-config-schema';
