import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';

/** Description of the kind SelfSubjectReview. */
export const SELF_SUBJECT_REVIEW: KindRow = {
  kind: 'SelfSubjectReview',
  resource: 'selfsubjectreviews',
  apiVersions: ['authentication.k8s.io/v1'],
  releases: ['modern'],
  namespaced: false,
  served: true,
  verbs: CREATE,
};
