import type { ChangeJournal } from './change-journal';
import type { NodeInfo } from './node-info';

/**
 * The cluster as one scheduling cycle sees it. It is brought up to date once at the start of a cycle, by what changed
 * since the last one. Node infos are not copied: a cycle runs without interruption, so nothing can change under it,
 * and simulations work on clones.
 */
export class Snapshot {
  /** Existing nodes in node-tree order. */
  nodes: readonly NodeInfo[] = [];
  /** The cache's generation this snapshot shows. */
  generation = -1;
  private positions = new Int32Array(0);

  constructor(
    /** Journal of the nodes that changed, also by pods nominated to them. */
    readonly changes: ChangeJournal,
    private readonly byName: ReadonlyMap<string, NodeInfo>,
    private readonly imageHolders: ReadonlyMap<string, number>,
    private readonly withAffinity: ReadonlySet<NodeInfo>,
    private readonly withRequiredAntiAffinity: ReadonlySet<NodeInfo>,
  ) {}

  /** Nodes came, went or moved. */
  arrange(nodes: readonly NodeInfo[], rowCount: number): void {
    this.nodes = nodes;
    this.positions = new Int32Array(rowCount).fill(-1);
    nodes.forEach(({ row }, position) => (this.positions[row] = position));
  }

  /** Place in `nodes` of the node of a row; -1 if no existing node has it. */
  positionOf(row: number): number {
    return this.positions[row] ?? -1;
  }

  /** An existing node by name. */
  get(name: string): NodeInfo | undefined {
    const info = this.byName.get(name);
    return info?.node ? info : undefined;
  }

  /** Returns how many nodes hold an image. */
  nodesWithImage(image: string): number {
    return this.imageHolders.get(image) ?? 0;
  }

  /** Nodes having pods with any pod affinity or anti-affinity, in no particular order. */
  get nodesWithAffinity(): ReadonlySet<NodeInfo> {
    return this.withAffinity;
  }

  /** Nodes having pods with required anti-affinity, in no particular order. */
  get nodesWithRequiredAntiAffinity(): ReadonlySet<NodeInfo> {
    return this.withRequiredAntiAffinity;
  }
}
