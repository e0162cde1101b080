import type { NodeInfo, PodInfo, Snapshot, StateData } from '@orrery/scheduling';
import type { PodSelection } from './selected-pods';

/** A pod and the node it is on. */
export interface Peer {
  readonly pod: PodInfo;
  readonly nodeName: string;
}

/** The peers of the incoming pod in one cycle, with what simulations added and removed. */
export class AffinityPeers implements StateData {
  private first: Peer | undefined | 'unknown' = 'unknown';

  constructor(
    private readonly selection: PodSelection,
    private readonly snapshot: Snapshot,
    private readonly added: readonly Peer[] = [],
    private readonly removed: ReadonlySet<string> = new Set(),
  ) {}

  clone(): AffinityPeers {
    return this;
  }

  /** The same with one more, after all others. */
  with(pod: PodInfo, nodeName: string): AffinityPeers {
    return new AffinityPeers(this.selection, this.snapshot, [...this.added, { pod, nodeName }], this.removed);
  }

  /** The same with one less. */
  without({ uid }: PodInfo): AffinityPeers {
    const added = this.added.filter(({ pod }) => pod.uid !== uid);
    return new AffinityPeers(this.selection, this.snapshot, added, new Set([...this.removed, uid]));
  }

  /**
   * The first peer in snapshot order of nodes, then order on the node. Peers that claim the examined node and are not
   * in its summary do not count: a simulation took them away.
   */
  firstFor(examined: NodeInfo): Peer | undefined {
    if (this.first === 'unknown') this.first = this.find(() => true);
    const { first } = this;
    const isThere = ({ pod, nodeName }: Peer): boolean => nodeName !== examined.name || examined.pods.has(pod.uid);
    return !first || isThere(first) ? first : this.find(isThere);
  }

  private find(counts: (peer: Peer) => boolean): Peer | undefined {
    let best: Peer | undefined;
    let bestPosition = Infinity;
    const positions = positionsOf(this.snapshot.nodes);
    for (const [nodeName, pods] of this.selection.byNode) {
      const position = positions.get(nodeName) ?? Infinity;
      if (position >= bestPosition) continue;
      for (const pod of pods.values()) {
        const peer = { pod, nodeName };
        if (this.removed.has(pod.uid) || !counts(peer)) continue;
        best = peer;
        bestPosition = position;
        break;
      }
    }
    return best ?? this.added.find(counts);
  }
}

const POSITIONS = new WeakMap<readonly NodeInfo[], ReadonlyMap<string, number>>();

/** Position by name; made once for each list of nodes, which is the same until nodes come, go or change zone. */
function positionsOf(nodes: readonly NodeInfo[]): ReadonlyMap<string, number> {
  let positions = POSITIONS.get(nodes);
  if (!positions) POSITIONS.set(nodes, (positions = new Map(nodes.map(({ name }, i) => [name, i]))));
  return positions;
}
