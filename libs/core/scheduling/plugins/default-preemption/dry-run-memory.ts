import type { NodeInfo } from '../../cache/node-info';
import type { PodInfo } from '../../cache/pod-info';
import type { DryRun } from './dry-run';
import { isCandidate } from './dry-run';

interface Remembered {
  readonly generation: number;
  readonly outcome: DryRun;
}

/** Kinds of preemptors remembered at once. */
const MAX_KINDS = 16;

/**
 * Outcomes of dry runs, reused while they cannot have changed: for the same shape and priority, while the node's
 * generation and the disruption budgets are the same. Only for cycles whose filters look at nothing but the pod's
 * shape and the node, and for nodes that are promised to nobody.
 */
export class DryRunMemory {
  private readonly kinds = new Map<string, Remembered[]>();
  private budgets = -1;

  /** The table for this kind of preemptor, by row of the node. */
  tableFor({ shape, priority }: PodInfo, budgets: number): Remembered[] {
    if (budgets !== this.budgets) this.kinds.clear();
    this.budgets = budgets;
    const key = `${shape.id} ${priority}`;
    let table = this.kinds.get(key);
    if (!table) {
      if (this.kinds.size >= MAX_KINDS) this.kinds.clear();
      this.kinds.set(key, (table = []));
    }
    return table;
  }
}

/** Tries a node, or remembers what came of it. Victims without a start time count as starting now, so they are not kept. */
export function remembered(table: Remembered[], node: NodeInfo, run: () => DryRun): DryRun {
  const known = table[node.row];
  if (known?.generation === node.generation) return known.outcome;
  const outcome = run();
  if (!isCandidate(outcome) || outcome.victims.every(({ pod }) => pod.status?.startTime)) {
    table[node.row] = { generation: node.generation, outcome };
  }
  return outcome;
}
