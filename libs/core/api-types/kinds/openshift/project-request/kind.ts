import type { KindRow } from '../../kind-info';
import { CREATE } from '../../row-parts';
import { OPENSHIFT_RELEASES } from '../../releases';

/** Request of `oc new-project` for a project of the user's own. It is answered with the Project, and is not stored. */
export const PROJECT_REQUEST: KindRow = {
  kind: 'ProjectRequest',
  resource: 'projectrequests',
  apiVersions: ['project.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  namespaced: false,
  served: true,
  verbs: CREATE,
};
