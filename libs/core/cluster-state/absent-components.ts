import { listOf, oneOfTexts } from '@orrery/documents';

/**
 * The controllers of kube-controller-manager that a cluster can do without, by their names there
 * (`cmd/kube-controller-manager/names` upstream), and that of DeploymentConfigs.
 */
const LEAVABLE_CONTROLLERS = [
  'bootstrap-signer-controller',
  'certificatesigningrequest-approving-controller',
  'certificatesigningrequest-cleaner-controller',
  'certificatesigningrequest-signing-controller',
  'clusterrole-aggregation-controller',
  'cronjob-controller',
  'daemonset-controller',
  'deployment-controller',
  'deploymentconfig-controller',
  'disruption-controller',
  'endpoints-controller',
  'endpointslice-controller',
  'endpointslice-mirroring-controller',
  'ephemeral-volume-controller',
  'garbage-collector-controller',
  'horizontal-pod-autoscaler-controller',
  'job-controller',
  'namespace-controller',
  'node-ipam-controller',
  'node-lifecycle-controller',
  'persistentvolume-attach-detach-controller',
  'persistentvolume-binder-controller',
  'persistentvolume-protection-controller',
  'persistentvolumeclaim-protection-controller',
  'pod-garbage-collector-controller',
  'replicaset-controller',
  'replicationcontroller-controller',
  'resourceclaim-controller',
  'resourcequota-controller',
  'root-ca-certificate-publisher-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'statefulset-controller',
  'taint-eviction-controller',
  'token-cleaner-controller',
  'validatingadmissionpolicy-status-controller',
  'volumeattributesclass-protection-controller',
] as const;
export type LeavableController = (typeof LEAVABLE_CONTROLLERS)[number];

/** Components that a cluster can run without. */
export const LEAVABLE = ['scheduler', 'kubelet', 'controller-manager', ...LEAVABLE_CONTROLLERS] as const;
export type Leavable = (typeof LEAVABLE)[number];

/** Settings that may leave components out. */
interface WithLeftOut {
  readonly leftOut?: readonly Leavable[];
}

/** Components that a cluster runs without, so that programs of its user replace them. */
export const LEFT_OUT = listOf(oneOfTexts(LEAVABLE), {
  about:
    'Components that the cluster is without, so that others take their place: `scheduler`, `kubelet`, ' +
    '`controller-manager`, or single controllers by their names in kube-controller-manager.',
});

/** Returns whether a cluster is without a component: `scheduler`, `kubelet` or `node-lifecycle-controller`. */
export function isLeftOut({ leftOut = [] }: WithLeftOut, component: string): boolean {
  if (component === 'controller-manager') return false;
  // Those of nodes are controllers of kube-controller-manager, which has two of what is one component here.
  const ofNodes = component === 'node-lifecycle-controller';
  const names = ofNodes ? [component, 'taint-eviction-controller', 'controller-manager'] : [component];
  return leftOut.some((name) => names.includes(name));
}

/**
 * Returns whether a cluster is without one of these controllers of kube-controller-manager, which one controller does together
 * here. Without names it is one of kube-apiserver, which a cluster always has.
 */
export function isControllerLeftOut({ leftOut = [] }: WithLeftOut, names: readonly LeavableController[]): boolean {
  return names.length > 0 && leftOut.some((name) => name === 'controller-manager' || names.some((own) => own === name));
}
