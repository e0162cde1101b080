import type { KindRow } from '../kind-info';
import { validateNamespace } from './validation';
import { defaultNamespace, forgetNameLabel } from './defaults';
import { NAMESPACE_TABLE } from './table';
import { addKubernetesFinalizer, refuseNamespaceDeletion } from './strategy';
import { NAMESPACE_FIELDS } from './selectable-fields';

/** Description of the kind Namespace. */
export const NAMESPACE: KindRow = {
  kind: 'Namespace',
  resource: 'namespaces',
  apiVersions: ['v1'],
  defaultedStatus: { phase: 'Active' },
  namespaced: false,
  served: true,
  shortNames: ['ns'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  subresources: [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
  hasStatus: true,
  deleteReturnsObject: true,
  firstStatus: () => ({ phase: 'Active' }),
  preparesCopies: true,
  prepareForCreate: addKubernetesFinalizer,
  refuseDeletion: refuseNamespaceDeletion,
  applyDefaults: defaultNamespace,
  forgetLater: forgetNameLabel,
  validate: validateNamespace,
  selectableFields: NAMESPACE_FIELDS,
  table: NAMESPACE_TABLE,
};
