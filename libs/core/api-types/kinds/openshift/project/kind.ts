import type { KindRow } from '../../kind-info';
import { defaultNamespace } from '../../namespace/defaults';
import { NAMESPACE_FIELDS } from '../../namespace/selectable-fields';
import { addKubernetesFinalizer, refuseNamespaceDeletion } from '../../namespace/strategy';
import { PROJECT_FORM } from './form';
import { PROJECT_TABLE } from './table';
import { validateProject, validateProjectUpdate } from './validation';
import { OPENSHIFT_RELEASES } from '../../releases';

/** Description of OpenShift's kind Project: a Namespace as its users see it. */
export const PROJECT: KindRow = {
  kind: 'Project',
  resource: 'projects',
  apiVersions: ['project.openshift.io/v1'],
  releases: OPENSHIFT_RELEASES,
  storedAs: 'namespaces',
  namespaced: false,
  served: true,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  hasStatus: true,
  form: PROJECT_FORM,
  firstStatus: () => ({ phase: 'Active' }),
  applyDefaults: defaultNamespace,
  preparesCopies: true,
  prepareForCreate: addKubernetesFinalizer,
  refuseDeletion: refuseNamespaceDeletion,
  validate: validateProject,
  validateUpdate: validateProjectUpdate,
  selectableFields: NAMESPACE_FIELDS,
  table: PROJECT_TABLE,
};
