import type { User } from '../access';
import { serviceAccountUser } from './well-known';

const KUBERNETES = 'kube-system';
/** Controllers of OpenShift have their accounts apart. */
const OPENSHIFT = 'openshift-infra';
/** Accounts whose names differ from those in events. */
const OTHERS: Readonly<Record<string, readonly [namespace: string, name: string]>> = {
  'daemonset-controller': [KUBERNETES, 'daemon-set-controller'],
  'deploymentconfig-controller': [OPENSHIFT, 'deploymentconfig-controller'],
};

/**
 * The account with which a controller writes (`--use-service-account-credentials` upstream), by its name in events:
 * `system:serviceaccount:kube-system:replicaset-controller`.
 */
export function controllerUser(component: string): User {
  const [namespace, name] = OTHERS[component] ?? [KUBERNETES, component];
  return serviceAccountUser(namespace, name);
}
