import { isOpenShift, type ReleaseName } from '@orrery/api-types';

const OF_KUBERNETES = ['default'] as const;
/** OpenShift's pods of builds and of rollouts have accounts of their own (`DefaultServiceAccountNames` of origin). */
const OF_OPENSHIFT = ['builder', 'default', 'deployer'] as const;

/** The service accounts that every namespace has. */
export function standardAccounts(release: ReleaseName): readonly string[] {
  return isOpenShift(release) ? OF_OPENSHIFT : OF_KUBERNETES;
}

/** Returns whether every namespace of some release has an account of this name. */
export function isStandardAccount(name: string): boolean {
  return OF_OPENSHIFT.some((standard) => standard === name);
}
