import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';

/** Description of the kind SubjectAccessReview. */
export const SUBJECT_ACCESS_REVIEW: KindRow = {
  kind: 'SubjectAccessReview',
  resource: 'subjectaccessreviews',
  apiVersions: ['authorization.k8s.io/v1'],
  namespaced: false,
  served: true,
  verbs: CREATE,
};
