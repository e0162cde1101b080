import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';
import { olderVersion } from '../older-versions';
import { convertSubjectAccessReview } from './conversion';

/** Description of the kind SubjectAccessReview. */
export const SUBJECT_ACCESS_REVIEW: KindRow = {
  kind: 'SubjectAccessReview',
  resource: 'subjectaccessreviews',
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
  namespaced: false,
  served: true,
  verbs: CREATE,
};
