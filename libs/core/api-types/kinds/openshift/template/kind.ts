import type { KindRow } from '../../kind-info';
import { TEMPLATE_TABLE } from './table';
import { validateTemplateObject } from './validation';
import { OPENSHIFT_RELEASES } from '../../releases';

/** Description of OpenShift's kind Template. */
export const TEMPLATE: KindRow = {
  kind: 'Template',
  resource: 'templates',
  apiVersions: ['template.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  namespaced: true,
  served: true,
  validate: validateTemplateObject,
  table: TEMPLATE_TABLE,
};
