import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';
import { olderVersion } from '../older-versions';
import { convertSubjectAccessReview } from '../subject-access-review/conversion';

/** Description of the kind LocalSubjectAccessReview. */
export const LOCAL_SUBJECT_ACCESS_REVIEW: KindRow = {
  kind: 'LocalSubjectAccessReview',
  resource: 'localsubjectaccessreviews',
  apiVersions: ['authorization.k8s.io/v1'],
  olderVersions: [
    {
      ...olderVersion('authorization.k8s.io/v1beta1', {
        since: 'v1.19',
        removedIn: 'v1.22',
        use: 'authorization.k8s.io/v1',
      }),
      otherShapes: ['spec'],
    },
  ],
  convert: convertSubjectAccessReview,
  namespaced: true,
  served: true,
  verbs: CREATE,
};
