import { invalidField } from '@orrery/api-types';
import { fields, integer, withDefault, type ValueOf } from '@orrery/documents';

/** Arguments of DefaultPreemption: how many nodes a preemption tries (`DefaultPreemptionArgs` upstream). */
export const DEFAULT_PREEMPTION_ARGS = fields(
  {
    minCandidateNodesPercentage: withDefault(
      integer({
        about: 'Share of the potential nodes.',
        range: { min: 0, max: 100, text: 'not in valid range [0, 100]' },
      }),
      10,
    ),
    minCandidateNodesAbsolute: withDefault(
      integer({
        about: 'Minimum number of candidate nodes, if there are as many.',
        range: { min: 0, text: 'not in valid range [0, inf)' },
      }),
      100,
    ),
  },
  {
    check: ({ minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute }) =>
      percentage === 0 && absolute === 0
        ? [
            invalidField(
              '.minCandidateNodesPercentage',
              0,
              'cannot be zero at the same time as minCandidateNodesAbsolute',
            ),
          ]
        : undefined,
  },
);
export type DefaultPreemptionArgs = ValueOf<typeof DEFAULT_PREEMPTION_ARGS>;

/** Returns how many of `potential` nodes are tried at least before the search may stop (spec scheduler 6.4). */
export function nodesToTry(args: DefaultPreemptionArgs, potential: number): number {
  const share = Math.floor((potential * args.minCandidateNodesPercentage) / 100);
  return Math.min(Math.max(share, args.minCandidateNodesAbsolute), potential);
}
