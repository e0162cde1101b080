import type { KindRow } from '../../kind-info';
import { CREATE, SCALE } from '../../row-parts';
import { defaultDeploymentConfig, forgetTriggeredImages } from './defaults';
import { NO_DEPLOYMENTS, takeNextVersion } from './status';
import { DEPLOYMENT_CONFIG_TABLE } from './table';
import { validateDeploymentConfig, validateDeploymentConfigStatus, validateDeploymentConfigUpdate } from './validation';
import { OPENSHIFT_RELEASES } from '../../releases';

/** Description of OpenShift's kind DeploymentConfig. */
export const DEPLOYMENT_CONFIG: KindRow = {
  kind: 'DeploymentConfig',
  resource: 'deploymentconfigs',
  apiVersions: ['apps.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  namespaced: true,
  served: true,
  shortNames: ['dc'],
  categories: ['all'],
  subresources: [
    SCALE,
    { name: 'instantiate', kind: 'DeploymentRequest', verbs: CREATE },
    { name: 'log', kind: 'DeploymentLog', verbs: ['get'] },
    { name: 'rollback', kind: 'DeploymentConfigRollback', verbs: CREATE },
  ],
  hasStatus: true,
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  firstStatus: () => ({ ...NO_DEPLOYMENTS }),
  statusOfUpdate: takeNextVersion,
  statusMetadata: ['annotations', 'finalizers', 'ownerReferences'],
  applyDefaults: defaultDeploymentConfig,
  prepareForCreate: forgetTriggeredImages,
  validate: validateDeploymentConfig,
  validateUpdate: validateDeploymentConfigUpdate,
  validateStatus: validateDeploymentConfigStatus,
  table: DEPLOYMENT_CONFIG_TABLE,
};
