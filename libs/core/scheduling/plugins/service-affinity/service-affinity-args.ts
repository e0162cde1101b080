/** Labels that the nodes of a service share, and labels over whose values its pods are spread. */
export interface ServiceAffinityArgs {
  readonly affinityLabels: readonly string[];
  readonly antiAffinityLabelsPreference: readonly string[];
}

/** Reads the arguments of ServiceAffinity. */
export function readServiceAffinityArgs(args: unknown): ServiceAffinityArgs {
  const raw = (args ?? {}) as Partial<ServiceAffinityArgs>;
  return {
    affinityLabels: raw.affinityLabels ?? [],
    antiAffinityLabelsPreference: raw.antiAffinityLabelsPreference ?? [],
  };
}
