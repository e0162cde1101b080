import type { ComputedKind, RestProduct } from '@orrery/rest-api';
import { readClient } from './client-user';
import { canRequestProjects, requestProject } from './project-request';
import { readDeploymentLog } from './deployment-log';
import { instantiateConfig } from './instantiate';
import { processPosted } from './process-posted';
import { rollbackConfig } from './rollback';

/** Kinds of OpenShift that are only posted or read, and not stored. */
const COMPUTED: Readonly<Record<string, ComputedKind>> = {
  ProcessedTemplate: { POST: processPosted },
  ProjectRequest: { GET: canRequestProjects, POST: requestProject },
  User: { 'GET name': readClient },
};

/** Requests that OpenShift 3.11 answers besides the usual ones for its kinds. */
export const OPENSHIFT_API: RestProduct = {
  computedKind: ({ kind, group }) =>
    group.endsWith('.openshift.io') && Object.hasOwn(COMPUTED, kind) ? COMPUTED[kind] : undefined,
  subresources: {
    'deploymentconfigs/instantiate': instantiateConfig,
    'deploymentconfigs/log': readDeploymentLog,
    'deploymentconfigs/rollback': rollbackConfig,
  },
};
