import { argsOf, SELECTION } from '../../policy/args-schema';

/** Arguments of RemovePodsViolatingInterPodAntiAffinity. */
export const ANTI_AFFINITY_ARGS = argsOf('RemovePodsViolatingInterPodAntiAffinityArgs', SELECTION);
