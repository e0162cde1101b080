import { DEPLOYMENT_CONFIG } from './deployment-config/kind';
import { KUBELET_CONFIG } from './kubelet-config/kind';
import { MACHINE_CONFIG_POOL } from './machine-config-pool/kind';
import { PROCESSED_TEMPLATE } from './processed-template/kind';
import { PROJECT } from './project/kind';
import { PROJECT_REQUEST } from './project-request/kind';
import { TEMPLATE } from './template/kind';
import { USER } from './user/kind';

/** Kinds that OpenShift adds to those of Kubernetes, in the order of discovery. */
export const OPENSHIFT_KINDS = [
  DEPLOYMENT_CONFIG,
  PROJECT,
  PROJECT_REQUEST,
  USER,
  // Clients that map the kind Template to a resource take the last one.
  PROCESSED_TEMPLATE,
  TEMPLATE,
  KUBELET_CONFIG,
  MACHINE_CONFIG_POOL,
] as const;
