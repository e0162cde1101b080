import { invalidField, OMITTED_VALUE, type NodeSelector } from '@orrery/api-types';
import { fields, integer, listOf, string, type ValueOf } from '@orrery/documents';
import { preferredTermsOf, type RawPreference } from './preferred-terms';

const REQUIREMENTS = listOf(fields({ key: string(), operator: string(), values: listOf(string()) }));
const NODE_TERM = fields({ matchExpressions: REQUIREMENTS, matchFields: REQUIREMENTS });

/** Arguments of NodeAffinity (`NodeAffinityArgs` upstream): affinity that the administrator adds to every pod's. */
export const NODE_AFFINITY_ARGS = fields({
  addedAffinity: fields(
    {
      requiredDuringSchedulingIgnoredDuringExecution: fields({ nodeSelectorTerms: listOf(NODE_TERM) }),
      preferredDuringSchedulingIgnoredDuringExecution: listOf(fields({ weight: integer(), preference: NODE_TERM })),
    },
    {
      about: "Affinity that is added to every pod's.",
      check: ({ preferredDuringSchedulingIgnoredDuringExecution: preferences = [] }) => {
        const read = preferredTermsOf(preferences as readonly RawPreference[]);
        return 'error' in read ? [invalidField('', OMITTED_VALUE, read.error)] : undefined;
      },
    },
  ),
});
export type NodeAffinityArgs = ValueOf<typeof NODE_AFFINITY_ARGS>;

/** The affinity of {@link NODE_AFFINITY_ARGS} in the types of the API. */
export interface AddedAffinity {
  readonly required: NodeSelector | undefined;
  readonly preferred: readonly RawPreference[];
}

export function addedAffinity({ addedAffinity: added }: NodeAffinityArgs): AddedAffinity {
  return {
    required: added?.requiredDuringSchedulingIgnoredDuringExecution as NodeSelector | undefined,
    preferred: (added?.preferredDuringSchedulingIgnoredDuringExecution ?? []) as readonly RawPreference[],
  };
}
