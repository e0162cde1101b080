import { PluginArgsError } from '../../framework/plugin-args-error';

/** How many nodes a preemption tries. */
export interface DefaultPreemptionArgs {
  /** Share of the potential nodes, 0..100. */
  readonly minCandidateNodesPercentage: number;
  /** At least so many, if there are as many. */
  readonly minCandidateNodesAbsolute: number;
}

/** Reads the arguments of DefaultPreemption. Throws PluginArgsError listing everything that is wrong. */
export function readPreemptionArgs(args: unknown): DefaultPreemptionArgs {
  const { minCandidateNodesPercentage = 10, minCandidateNodesAbsolute = 100 } = (args ??
    {}) as Partial<DefaultPreemptionArgs>;
  const errors: string[] = [];
  const isShare = Number.isInteger(minCandidateNodesPercentage) && inRange(minCandidateNodesPercentage, 0, 100);
  if (!isShare) {
    errors.push(
      `minCandidateNodesPercentage: Invalid value: ${JSON.stringify(minCandidateNodesPercentage)}: not in valid range [0, 100]`,
    );
  }
  if (!Number.isInteger(minCandidateNodesAbsolute) || minCandidateNodesAbsolute < 0) {
    errors.push(
      `minCandidateNodesAbsolute: Invalid value: ${JSON.stringify(minCandidateNodesAbsolute)}: not in valid range [0, inf)`,
    );
  }
  if (minCandidateNodesPercentage === 0 && minCandidateNodesAbsolute === 0) {
    errors.push(
      'minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute',
    );
  }
  if (errors.length > 0) throw new PluginArgsError(errors);
  return { minCandidateNodesPercentage, minCandidateNodesAbsolute };
}

/** How many of `potential` nodes are tried at least before the search may stop (spec scheduler 6.4). */
export function nodesToTry(args: DefaultPreemptionArgs, potential: number): number {
  const share = Math.floor((potential * args.minCandidateNodesPercentage) / 100);
  return Math.min(Math.max(share, args.minCandidateNodesAbsolute), potential);
}

function inRange(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
