import type { KindRow } from '../kind-info';
import { CREATE } from '../row-parts';
import { olderVersion } from '../older-versions';

/** Description of the kind TokenReview. */
export const TOKEN_REVIEW: KindRow = {
  kind: 'TokenReview',
  resource: 'tokenreviews',
  apiVersions: ['authentication.k8s.io/v1'],
  olderVersions: [
    olderVersion('authentication.k8s.io/v1beta1', {
      since: 'v1.19',
      removedIn: 'v1.22',
      use: 'authentication.k8s.io/v1',
    }),
  ],
  namespaced: false,
  served: true,
  verbs: CREATE,
};
