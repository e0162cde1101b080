import type { NodeInfo } from '../cache/node-info';
import { isRejected, StatusCode, type Status } from './status';

/** Why a pod fits nowhere: the verdict per node, or one verdict for all. */
export class Diagnosis {
  /** Nodes that were judged one by one, with their verdicts at the same index. */
  readonly nodes: NodeInfo[] = [];
  readonly statuses: Status[] = [];
  /** Verdict of every node not in `nodes`: set by PreFilter failures and node sets. */
  othersStatus: Status | undefined;
  /** PreFilter's message when it rejected the pod for the whole cluster. */
  preFilterMessage: string | undefined;
  /** Plugins that rejected the pod or a node. */
  readonly rejectors = new Set<string>();
  /** Those of them that wait for something they started. */
  readonly pendingPlugins = new Set<string>();
  private byName: Map<string, Status> | undefined;

  /** @param nodeCount number of all nodes: the N of "0/N nodes are available". */
  constructor(readonly nodeCount: number) {}

  /** Records the verdict of a node that is not feasible. */
  reject(node: NodeInfo, status: Status): void {
    this.nodes.push(node);
    const last = this.statuses.length - 1;
    this.statuses.push(status);
    // Neighbours mostly share one verdict.
    if (last < 0 || this.statuses[last] !== status) this.note(status);
  }

  /** Remembers who is to blame. */
  note(status: Status): void {
    if (status.plugin === '' || !isRejected(status)) return;
    this.rejectors.add(status.plugin);
    if (status.code === StatusCode.Pending) this.pendingPlugins.add(status.plugin);
  }

  /** The verdict of a node in this cycle; undefined if it was not looked at. */
  statusOf(nodeName: string): Status | undefined {
    if (!this.byName) {
      this.byName = new Map();
      this.nodes.forEach((node, index) => this.byName!.set(node.name, this.statuses[index]!));
    }
    return this.byName.get(nodeName) ?? this.othersStatus;
  }
}
