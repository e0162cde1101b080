import { boolean, fields, integer, withDefault, type ValueOf } from '@orrery/documents';

/** Arguments of InterPodAffinity (`InterPodAffinityArgs` upstream). */
export const INTER_POD_AFFINITY_ARGS = fields({
  hardPodAffinityWeight: withDefault(
    integer({
      about: 'Weight with which required affinity of assigned pods attracts the pods it selects; 0: not at all.',
      range: { min: 0, max: 100, text: 'not in valid range [0, 100]' },
    }),
    1,
  ),
  ignorePreferredTermsOfExistingPods: withDefault(
    boolean({ about: 'Pods without preferences of their own are not scored by the preferences of others.' }),
    false,
  ),
});
export type InterPodAffinityArgs = ValueOf<typeof INTER_POD_AFFINITY_ARGS>;
