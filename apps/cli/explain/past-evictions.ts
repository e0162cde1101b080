import { RefusedError, type DeschedulingDecisionsQuery, type Operations } from '@orrery/sdk';
import type { Terminal } from '../command';
import { paintsFor } from '../output/paint';
import { renderTable, type Cell } from '../output/table';

/** The verdict of a descheduler cycle on a pod. */
export type PastEviction = DeschedulingDecisionsQuery['deschedulingDecisions'][number];
export type DeschedulingVerdict = PastEviction['verdict'];

/** Names of verdicts in tables. */
export const VERDICT_NAMES: Readonly<Record<DeschedulingVerdict, string>> = {
  EVICTED: 'evicted',
  PROTECTED: 'protected',
  REFUSED: 'refused',
  LIMITED: 'limit',
};

/** Cycles that are shown at most. */
const SHOWN = 20;

/** Verdicts of past cycles on a pod, newest first; empty for users who may see pods but not descheduler runs. */
export async function askPastEvictions(
  operations: Operations,
  filter: { readonly namespace: string; readonly pod: string },
): Promise<readonly PastEviction[]> {
  try {
    return (await operations.deschedulingDecisions({ filter, first: SHOWN })).deschedulingDecisions;
  } catch (error) {
    if (error instanceof RefusedError) return [];
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
