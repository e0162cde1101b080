import { unresolvable, unschedulable, type Behaviour, type Status } from '@orrery/scheduling';

const GENERAL_REASON = "node(s) didn't match pod affinity/anti-affinity";
const LEGACY_REASON = 'MatchInterPodAffinity';

/** The verdicts of the filter, made once. */
export interface AffinityVerdicts {
  readonly affinity: Status;
  readonly antiAffinity: Status;
  readonly antiAffinityOfOthers: Status;
}

/**
 * Returns the statuses of refusals. Up to 1.20 a general reason precedes the specific one, and each is counted; the
 * guide's wording has one name for all.
 */
export function affinityVerdicts(plugin: string, { messages, interPodAffinity }: Behaviour): AffinityVerdicts {
  const reasons = (specific: string): string[] => {
    if (messages === '1.8') return [LEGACY_REASON];
    return interPodAffinity.reasons === 'generalAndSpecific' ? [GENERAL_REASON, specific] : [specific];
  };
  return {
    affinity: unresolvable(plugin, ...reasons("node(s) didn't match pod affinity rules")),
    antiAffinity: unschedulable(plugin, ...reasons("node(s) didn't match pod anti-affinity rules")),
    antiAffinityOfOthers: unschedulable(plugin, ...reasons("node(s) didn't satisfy existing pods anti-affinity rules")),
  };
}
