import type { Node } from '../../objects';
import type { KindRow } from '../kind-info';
import { PROXY_VERBS } from '../row-parts';
import { defaultNode } from './defaults';
import { NODE_TABLE } from './table';
import { validateNode, validateNodeUpdate } from './validation';
import { NODE_FIELDS } from './selectable-fields';

/** Description of the kind Node. */
export const NODE: KindRow = {
  kind: 'Node',
  resource: 'nodes',
  apiVersions: ['v1'],
  namespaced: false,
  served: true,
  shortNames: ['no'],
  subresources: [{ name: 'proxy', kind: 'NodeProxyOptions', verbs: PROXY_VERBS }],
  hasStatus: true,
  takesFirstStatus: true,
  statusMetadataOfComponents: ['labels', 'annotations'],
  applyDefaults: defaultNode,
  validate: (object) => validateNode(object as Node),
  validateUpdate: (next, old) => [...validateNode(next as Node), ...validateNodeUpdate(next as Node, old as Node)],
  validateStatus: (object) => validateNode(object as Node),
  selectableFields: NODE_FIELDS,
  table: NODE_TABLE,
};
