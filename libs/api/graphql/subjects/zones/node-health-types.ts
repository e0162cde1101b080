import { NODE_HEALTH } from '@orrery/node-health';
import { objectTypeOf } from '../../values/schemas/schema-types';

/** Effective settings of a cluster, from the schema of its setting `nodeHealth`. */
export const NodeHealth = objectTypeOf({
  name: 'NodeHealth',
  fields: NODE_HEALTH.fields,
  description: 'Configuration of the node-lifecycle controller.',
});
