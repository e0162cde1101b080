import type { KindRow } from '../../kind-info';

/** Description of the kind MachineConfigPool. */
export const MACHINE_CONFIG_POOL: KindRow = {
  kind: 'MachineConfigPool',
  resource: 'machineconfigpools',
  apiVersions: ['machineconfiguration.openshift.io/v1'],
  namespaced: false,
  served: true,
  shortNames: ['mcp'],
  hasStatus: true,
  hasGeneration: true,
};
