import { CLUSTER_SETTINGS } from '@orrery/control-plane';
import { inputTypeOf } from '../documents/schema-types';

/** The settings of a cluster, from the one schema of them. */
export const ClusterSettingsInput = inputTypeOf({
  name: 'ClusterSettings',
  fields: CLUSTER_SETTINGS.fields,
  description:
    'Settings of a cluster. For a new cluster, an absent field has the default of the generation. In a change, an absent field keeps its value, null restores the default, objects change field by field, and lists and documents as a whole.',
});
