import type { NodeInfo } from '../cache/node-info';
import type { NodeSet } from '../cache/node-set';
import { isRejected, StatusCode, type Status } from './status';

/**
 * Rejections of nodes that are cached from cycle to cycle, where filters depend on nothing but the pod's shape
 * and the node. They are read off where they are kept, so they are
 * good until the next cycle only.
 */
export interface KeptVerdicts {
  /** True if they are about every node of the cluster. */
  readonly isAll: boolean;
  /** Owner of the statuses: the same for cycles that refuse the same nodes, unless these changed. */
  readonly owner: object;
  /** Position of the node that was examined first. */
  readonly from: number;
  /** Numbers of nodes by status, if every node has one. */
  readonly counts: ReadonlyMap<Status, number>;
  /** Positions of the nodes whose status is Unschedulable, if every node has one. */
  readonly resolvable: NodeSet;
  /** Returns the status of a node, if every node has one. */
  statusOf(nodeName: string): Status | undefined;
  /** Calls back in the order of examination, until the answer is false. */
  visit(visit: (node: NodeInfo, status: Status) => boolean): void;
}

/** The reason why a pod fits nowhere: the verdict per node, or one verdict for all. */
export class Diagnosis {
  /** Verdict of every node not in `nodes`: set by PreFilter failures and node sets. */
  othersStatus: Status | undefined;
  /** PreFilter's message when it rejected the pod for the whole cluster. */
  preFilterMessage: string | undefined;
  private readonly evaluated: NodeInfo[] = [];
  private readonly verdicts: Status[] = [];
  private readonly blamed = new Set<string>();
  private readonly waiting = new Set<string>();
  private kept: KeptVerdicts | undefined;
  private byName: Map<string, Status> | undefined;

  /** @param nodeCount number of all nodes: the N of "0/N nodes are available". */
  constructor(readonly nodeCount: number) {}

  /** Nodes that were evaluated one by one, with their statuses at the same index of `statuses`. */
  get nodes(): readonly NodeInfo[] {
    this.listKept();
    return this.evaluated;
  }

  get statuses(): readonly Status[] {
    this.listKept();
    return this.verdicts;
  }

  /** Plugins that rejected the pod or a node. */
  get rejectors(): Set<string> {
    if (this.kept && !this.kept.isAll) this.listKept();
    return this.blamed;
  }

  /** Plugins among them that wait for work they started. */
  get pendingPlugins(): Set<string> {
    if (this.kept && !this.kept.isAll) this.listKept();
    return this.waiting;
  }

  /** The verdicts of all nodes where they are kept; undefined if they were given in this cycle only. */
  get keptVerdicts(): KeptVerdicts | undefined {
    return this.kept?.isAll ? this.kept : undefined;
  }

  /** Goes through the refused nodes in the order of examination, until the answer is false. */
  visit(visit: (node: NodeInfo, status: Status) => boolean): void {
    if (this.kept) return this.kept.visit(visit);
    for (let i = 0; i < this.evaluated.length; i++) if (!visit(this.evaluated[i]!, this.verdicts[i]!)) return;
  }

  /** Numbers of nodes by verdict; one verdict may come several times. */
  *counts(): Iterable<readonly [Status, number]> {
    if (this.kept) return yield* this.kept.isAll ? this.kept.counts : countsOf(this.kept);
    // Most nodes share a few verdicts, and neighbours mostly the same one.
    const { statuses } = this;
    for (let from = 0, to = 0; from < statuses.length; from = to) {
      while (to < statuses.length && statuses[to] === statuses[from]) to++;
      yield [statuses[from]!, to - from];
    }
    const others = this.nodeCount - statuses.length;
    if (this.othersStatus && others > 0) yield [this.othersStatus, others];
  }

  /** Takes the verdicts of nodes from where they are kept. Nothing was rejected before. */
  keep(verdicts: KeptVerdicts): void {
    this.kept = verdicts;
    if (verdicts.isAll) for (const status of verdicts.counts.keys()) this.note(status);
  }

  /** Records the verdict of a node that is not feasible. */
  reject(node: NodeInfo, status: Status): void {
    this.listKept();
    this.evaluated.push(node);
    const last = this.verdicts.length - 1;
    this.verdicts.push(status);
    // Neighbours mostly share one verdict.
    if (last < 0 || this.verdicts[last] !== status) this.note(status);
  }

  /** Remembers who is to blame. */
  note(status: Status): void {
    if (status.plugin === '' || !isRejected(status)) return;
    this.blamed.add(status.plugin);
    if (status.code === StatusCode.Pending) this.waiting.add(status.plugin);
  }

  /** Returns the status of a node in this cycle; undefined if it was not examined. */
  statusOf(nodeName: string): Status | undefined {
    if (this.kept?.isAll) return this.kept.statusOf(nodeName);
    if (!this.byName) {
      this.byName = new Map();
      const { nodes, statuses } = this;
      nodes.forEach((node, index) => this.byName!.set(node.name, statuses[index]!));
    }
    return this.byName.get(nodeName) ?? this.othersStatus;
  }

  /** Copies the kept statuses into lists, for readers that need them node by node. */
  private listKept(): void {
    const { kept } = this;
    if (!kept) return;
    this.kept = undefined;
    kept.visit((node, status) => {
      this.reject(node, status);
      return true;
    });
  }
}

/** Counted without being listed: most nodes share a few verdicts, and neighbours mostly the same one. */
function countsOf(kept: KeptVerdicts): ReadonlyMap<Status, number> {
  const counts = new Map<Status, number>();
  let last: Status | undefined;
  let run = 0;
  kept.visit((_node, status) => {
    if (status !== last) {
      if (last) counts.set(last, (counts.get(last) ?? 0) + run);
      last = status;
      run = 0;
    }
    run++;
    return true;
  });
  if (last) counts.set(last, (counts.get(last) ?? 0) + run);
  return counts;
}
