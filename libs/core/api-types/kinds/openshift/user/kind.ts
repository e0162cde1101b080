import type { KindRow } from '../../kind-info';
import { OPENSHIFT_RELEASES } from '../../releases';

/** OpenShift's kind User. There is one to read, under the name `~`: the client itself, as `oc whoami` asks. */
export const USER: KindRow = {
  kind: 'User',
  resource: 'users',
  apiVersions: ['user.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  namespaced: false,
  served: true,
  verbs: ['get'],
};
