import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';

/** What `oc new-project` asks: a project of one's own. It is answered with the Project, and stored nowhere. */
export const PROJECT_REQUEST: KindRow = {
  kind: 'ProjectRequest',
  resource: 'projectrequests',
  apiVersions: ['project.openshift.io/v1'],
  releases: ['okd-legacy'],
  namespaced: false,
  served: true,
  verbs: CREATE,
};
