import type { KindRow } from '../kind-info';
import { inOneTwenty } from '../releases';
import { defaultFlowSchema } from './defaults';
import { FLOW_SCHEMA_TABLE } from './table';
import { validateFlowSchema, validateFlowSchemaStatus } from './validation';

/** Description of the kind FlowSchema, which came with Kubernetes 1.20. */
export const FLOW_SCHEMA: KindRow = {
  kind: 'FlowSchema',
  resource: 'flowschemas',
  apiVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  laterVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  olderVersions: [inOneTwenty('flowcontrol.apiserver.k8s.io/v1beta1')],
  releases: ['modern', 'k8s-1.20'],
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
