import type { KubeObject } from '@orrery/api-types';

/** Resource names of the kinds that configure kubelets, as the change log has them. */
export const KUBELET_CONFIGS = 'kubeletconfigs.machineconfiguration.openshift.io';
export const MACHINE_CONFIG_POOLS = 'machineconfigpools.machineconfiguration.openshift.io';

/** The pools that every cluster has. */
export const BUILT_IN_POOLS: readonly string[] = ['worker', 'master'];

const API_VERSION = 'machineconfiguration.openshift.io/v1';
const ROLE = 'node-role.kubernetes.io';

/** A MachineConfigPool before it is stored. */
interface PoolBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: object;
}

/**
 * The pools `worker` and `master` with the labels that OpenShift's machine config operator gives them. Its `worker`
 * takes nodes with the role `worker`; nodes here usually have no role, so this one takes all that are not part of a
 * control plane.
 */
export function builtInPools(): PoolBody[] {
  const notControlPlane = ['master', 'control-plane'].map((role) => ({
    key: `${ROLE}/${role}`,
    operator: 'DoesNotExist',
  }));
  return [
    builtInPool('master', { matchLabels: { [`${ROLE}/master`]: '' } }),
    builtInPool('worker', { matchExpressions: notControlPlane }),
  ];
}

function builtInPool(name: string, nodeSelector: object): PoolBody {
  return {
    apiVersion: API_VERSION,
    kind: 'MachineConfigPool',
    metadata: {
      name,
      labels: {
        'machineconfiguration.openshift.io/mco-built-in': '',
        'operator.machineconfiguration.openshift.io/required-for-upgrade': '',
        [`pools.operator.machineconfiguration.openshift.io/${name}`]: '',
      },
    },
    spec: {
      machineConfigSelector: { matchLabels: { 'machineconfiguration.openshift.io/role': name } },
      nodeSelector,
      paused: false,
    },
  };
}

/**
 * Returns whether a pool is still as created with the cluster: never labelled or changed, and never with a status. No
 * KubeletConfig can have acted through it, unless by the labels that it has from the start.
 */
export function isUntouched({ metadata, status }: KubeObject): boolean {
  if (status !== undefined || !BUILT_IN_POOLS.includes(metadata.name) || (metadata.generation ?? 1) > 1) return false;
  return Object.keys(metadata.labels ?? {}).length === 3;
}
