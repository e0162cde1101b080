import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';
import { releasesSince } from '../releases';

/** Description of the kind SelfSubjectReview. */
export const SELF_SUBJECT_REVIEW: KindRow = {
  kind: 'SelfSubjectReview',
  resource: 'selfsubjectreviews',
  apiVersions: ['authentication.k8s.io/v1'],
  releases: releasesSince('1.28'),
  namespaced: false,
  served: true,
  verbs: CREATE,
};
