import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';

/** Description of the kind LocalSubjectAccessReview. */
export const LOCAL_SUBJECT_ACCESS_REVIEW: KindRow = {
  kind: 'LocalSubjectAccessReview',
  resource: 'localsubjectaccessreviews',
  apiVersions: ['authorization.k8s.io/v1'],
  namespaced: true,
  served: true,
  verbs: CREATE,
};
