/** The parts of a decision of the descheduler about a pod. */
export interface DeschedulingParts {
  readonly run: number;
  readonly dryRun: boolean;
  readonly node: string;
  readonly strategy: string;
  readonly verdict: string;
  readonly reason: string;
  readonly obstacle: string | null;
}

const ENDINGS: Readonly<Record<string, (isDryRun: boolean) => string>> = {
  EVICTED: (isDryRun) => (isDryRun ? 'it would have been evicted' : 'it was evicted'),
  LIMITED: () => 'a limit of the policy was reached',
  PROTECTED: () => 'a rule of the evictor protects it',
  REFUSED: () => 'its eviction was refused',
};

/** Returns a sentence about the decision of a descheduler cycle on a pod. */
export function deschedulingSentence({
  run,
  dryRun,
  node,
  strategy,
  verdict,
  reason,
  obstacle,
}: DeschedulingParts): string {
  const ending = ENDINGS[verdict]?.(dryRun) ?? verdict.toLowerCase();
  const cycle = `${dryRun ? 'trial ' : ''}cycle ${run}`;
  return `In ${cycle}, ${strategy} selected it on ${node} (${reason}); ${ending}${obstacle === null ? '' : `: ${obstacle}`}.`;
}
