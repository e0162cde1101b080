import { PluginArgsError } from '../../framework/plugin-args-error';

/** Arguments of InterPodAffinity with defaults filled in. */
export interface InterPodAffinityArgs {
  /** Weight with which required affinity of assigned pods attracts the pods it selects; 0: not at all. */
  readonly hardPodAffinityWeight: number;
  /** Pods without preferences of their own are not scored by the preferences of others. */
  readonly ignorePreferredTermsOfExistingPods: boolean;
}

/** Reads the arguments. Throws PluginArgsError for a weight outside of 0..100. */
export function readInterPodAffinityArgs(args: unknown): InterPodAffinityArgs {
  const { hardPodAffinityWeight = 1, ignorePreferredTermsOfExistingPods = false } = (args ??
    {}) as Partial<InterPodAffinityArgs>;
  if (!(hardPodAffinityWeight >= 0 && hardPodAffinityWeight <= 100)) {
    throw new PluginArgsError([
      `hardPodAffinityWeight: Invalid value: ${hardPodAffinityWeight}: not in valid range [0, 100]`,
    ]);
  }
  return { hardPodAffinityWeight, ignorePreferredTermsOfExistingPods };
}
