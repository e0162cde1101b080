import { CliError, ExitCode, type Terminal } from '../command';
import { paintsFor } from '../output/paint';
import { renderTable, type Cell } from '../output/table';
import { askServer } from '../server/ask-server';
import type { Server } from '../server/find-server';

/** The verdict of a descheduler cycle on a pod. */
export interface PastEviction {
  readonly time: string;
  readonly dryRun: boolean;
  readonly node: string;
  readonly profile: string;
  readonly strategy: string;
  readonly verdict: DeschedulingVerdict;
  readonly reason: string;
  readonly obstacle: string | null;
}

export type DeschedulingVerdict = 'EVICTED' | 'PROTECTED' | 'REFUSED' | 'LIMITED';

/** Names of verdicts in tables. */
export const VERDICT_NAMES: Readonly<Record<DeschedulingVerdict, string>> = {
  EVICTED: 'evicted',
  PROTECTED: 'protected',
  REFUSED: 'refused',
  LIMITED: 'limit',
};

const QUERY = `query PastEvictions($namespace: String, $pod: String) {
  deschedulingDecisions(filter: { namespace: $namespace, pod: $pod }, first: 20) {
    time dryRun node profile strategy verdict reason obstacle
  }
}`;

/** Verdicts of past cycles on a pod, newest first; empty for users who may see pods but not descheduler runs. */
export async function askPastEvictions(
  server: Server,
  pod: { readonly namespace: string; readonly pod: string },
): Promise<readonly PastEviction[]> {
  try {
    const answer = await askServer<{ deschedulingDecisions: readonly PastEviction[] }>(server, QUERY, pod);
    return answer.deschedulingDecisions;
  } catch (error) {
    if (error instanceof CliError && error.exitCode === ExitCode.Refused) return [];
    throw error;
  }
}

const COLUMNS = [
  { title: 'DESCHEDULED' },
  { title: 'NODE' },
  { title: 'STRATEGY' },
  { title: 'VERDICT' },
  { title: 'WHY' },
];

/** A table of past verdicts; empty if no cycle had a reason to evict the pod. */
export function printPastEvictions(past: readonly PastEviction[], terminal: Terminal): string {
  if (past.length === 0) return '';
  const { good, bad } = paintsFor(terminal);
  const rows = past.map(({ time, dryRun, node, strategy, verdict, reason, obstacle }): Cell[] => [
    { text: time },
    { text: node },
    { text: strategy },
    { text: `${VERDICT_NAMES[verdict]}${dryRun ? ' (dry run)' : ''}`, paint: verdict === 'EVICTED' ? bad : good },
    { text: obstacle === null ? reason : `${reason}; ${obstacle}` },
  ]);
  return renderTable(COLUMNS, rows, terminal.columns);
}
