import { fields, listOf, string, withDefault, type ValueOf } from '@orrery/documents';

/** Arguments of ServiceAffinity. */
export const SERVICE_AFFINITY_ARGS = fields({
  affinityLabels: withDefault(
    listOf(string(), { about: 'Labels whose values the nodes of the pods of a service share.' }),
    [],
  ),
  antiAffinityLabelsPreference: withDefault(
    listOf(string(), { about: 'Labels over whose values the pods of a service are spread.' }),
    [],
  ),
});
export type ServiceAffinityArgs = ValueOf<typeof SERVICE_AFFINITY_ARGS>;
