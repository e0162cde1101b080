import type { KindRow } from '../../kind-info';
import { CREATE } from '../../row-parts';
import { OPENSHIFT_RELEASES } from '../../releases';

/** Request of `oc process`: a Template is posted and answered with its parameters filled in, and is not stored. */
export const PROCESSED_TEMPLATE: KindRow = {
  kind: 'ProcessedTemplate',
  bodyKind: 'Template',
  resource: 'processedtemplates',
  singular: '',
  apiVersions: ['template.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  namespaced: true,
  served: true,
  verbs: CREATE,
};
