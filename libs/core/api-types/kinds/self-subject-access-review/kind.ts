import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';
import { olderVersion } from '../older-versions';

/** Description of the kind SelfSubjectAccessReview. */
export const SELF_SUBJECT_ACCESS_REVIEW: KindRow = {
  kind: 'SelfSubjectAccessReview',
  resource: 'selfsubjectaccessreviews',
  apiVersions: ['authorization.k8s.io/v1'],
  olderVersions: [
    olderVersion('authorization.k8s.io/v1beta1', {
      since: 'v1.19',
      removedIn: 'v1.22',
      use: 'authorization.k8s.io/v1',
    }),
  ],
  namespaced: false,
  served: true,
  verbs: CREATE,
};
