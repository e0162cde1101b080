import type { NodeInfo } from '../../cache/node-info';
import type { PodInfo } from '../../cache/pod-info';
import type { DryRun } from './dry-run';
import { startedAtMs } from './importance';

interface Remembered {
  readonly generation: number;
  /** The list is replaced, not changed, when the node is promised to others. */
  readonly promisedTo: readonly PodInfo[];
  readonly outcome: DryRun;
}

/** Kinds of preemptors remembered at once. */
const MAX_KINDS = 16;

/**
 * Outcomes of dry runs, reused while they cannot have changed: for the same shape and priority, while the node's
 * generation, the pods it is promised to and the disruption budgets are the same. Only for cycles whose filters look at
 * nothing but the pod's shape and the node, and for nodes that are not promised to the preemptor itself.
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

/** What a dry run depends on. */
export interface DryRunQuestion {
  readonly pod: PodInfo;
  readonly node: NodeInfo;
  readonly promisedTo: readonly PodInfo[];
  readonly nowMs: number;
}

/** Tries a node, or remembers what came of it. */
export function remembered(table: Remembered[], question: DryRunQuestion, run: () => DryRun): DryRun {
  const { node, promisedTo } = question;
  const known = table[node.row];
  if (known && known.generation === node.generation && known.promisedTo === promisedTo) return known.outcome;
  const outcome = run();
  if (isTimeless(question)) table[node.row] = { generation: node.generation, promisedTo, outcome };
  return outcome;
}

/**
 * Whether the order of importance stays as it is while time goes on. A pod without a start time counts as starting now,
 * after all that have started; only one that starts in the future could be overtaken.
 */
function isTimeless({ pod, node, nowMs }: DryRunQuestion): boolean {
  for (const other of node.pods.values()) {
    if (other.priority < pod.priority && startedAtMs(other, nowMs) > nowMs) return false;
  }
  return true;
}
