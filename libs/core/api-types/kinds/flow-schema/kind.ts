import type { KindRow } from '../kind-info';
import { inOneTwenty } from '../older-versions';
import { defaultFlowSchema } from './defaults';
import { FLOW_SCHEMA_TABLE } from './table';
import { validateFlowSchema, validateFlowSchemaStatus } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind FlowSchema, which came with Kubernetes 1.20. */
export const FLOW_SCHEMA: KindRow = {
  kind: 'FlowSchema',
  resource: 'flowschemas',
  apiVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  laterVersions: { 'flowcontrol.apiserver.k8s.io/v1': '1.29' },
  olderVersions: [inOneTwenty('flowcontrol.apiserver.k8s.io/v1beta1')],
  releases: releasesSince('1.20'),
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
