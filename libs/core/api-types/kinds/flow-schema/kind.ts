import type { KindRow } from '../kind-info';
import { defaultFlowSchema } from './defaults';
import { FLOW_SCHEMA_TABLE } from './table';
import { validateFlowSchema, validateFlowSchemaStatus } from './validation';

/** Description of the kind FlowSchema, of which version 1 came with Kubernetes 1.29. */
export const FLOW_SCHEMA: KindRow = {
  kind: 'FlowSchema',
  resource: 'flowschemas',
  apiVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  releases: ['modern'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({}),
  applyDefaults: defaultFlowSchema,
  validate: validateFlowSchema,
  validateStatus: validateFlowSchemaStatus,
  table: FLOW_SCHEMA_TABLE,
};
