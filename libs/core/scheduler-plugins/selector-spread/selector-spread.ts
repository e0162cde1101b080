import {
  RuleScope,
  selectionByLabels,
  SKIP,
  SUCCESS,
  zoneKey,
  type CycleState,
  type DomainCounts,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { DefaultSelectors, type SelectorOwners } from './default-selector';

const HOSTNAME = 'kubernetes.io/hostname';
/** Share of the zone in the score of a node that has one. */
const ZONE_WEIGHT = 2 / 3;

interface SpreadState {
  readonly counts: DomainCounts | undefined;
  clone(): SpreadState;
}

/**
 * Prefers nodes and zones with few pods of the same services and controllers. As v1.20.2
 * `pkg/scheduler/framework/plugins/selectorspread`. Pods with constraints of their own are left to PodTopologySpread.
 */
export class SelectorSpread implements PreScorePlugin, ScorePlugin {
  readonly scoreScope = RuleScope.Cluster;
  private readonly stateKey: string;
  private readonly selectors: DefaultSelectors;

  /** ServiceSpreading is the same rule with services alone. */
  constructor(
    private readonly handle: PluginHandle,
    readonly name: string,
    owners: SelectorOwners = handle.behaviour.spreadSelector.owners,
  ) {
    this.stateKey = `${name}/score`;
    this.selectors = new DefaultSelectors(handle.objects, owners);
  }

  preScore(state: CycleState, { pod }: PodInfo): Status {
    const isLeftOut = (pod.spec.topologySpreadConstraints?.length ?? 0) > 0;
    const selector = isLeftOut ? [] : this.selectors.selectorOf(pod);
    const selection = selectionByLabels(pod.metadata.namespace ?? '', selector);
    const counts =
      selector.length === 0 ? undefined : this.handle.topology.counts({ selection, topologyKey: HOSTNAME });
    const spread: SpreadState = { counts, clone: () => spread };
    state.write(this.stateKey, spread);
    return isLeftOut ? SKIP : SUCCESS;
  }

  /** Pods of the same services and controllers on the node. */
  score(state: CycleState, _pod: PodInfo, { row }: NodeInfo): number {
    return state.read<SpreadState>(this.stateKey)!.counts?.onRow(row) ?? 0;
  }

  /** Normalizes the scores in doubles, in upstream's order of operations: the fractions decide the truncation. */
  normalizeScore(_state: CycleState, { pod }: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void {
    if ((pod.spec.topologySpreadConstraints?.length ?? 0) > 0) return;
    const { scale } = this.handle.behaviour.score;
    const zones = nodes.map(({ node }) => (node ? zoneKey(node) : ''));
    const byZone = new Map<string, number>();
    let maxByNode = 0;
    for (let i = 0; i < scores.length; i++) {
      maxByNode = Math.max(maxByNode, scores[i]!);
      const zone = zones[i]!;
      if (zone !== '') byZone.set(zone, (byZone.get(zone) ?? 0) + scores[i]!);
    }
    const maxByZone = Math.max(0, ...byZone.values());
    for (let i = 0; i < scores.length; i++) {
      let score = maxByNode > 0 ? scale * ((maxByNode - scores[i]!) / maxByNode) : scale;
      const zone = zones[i]!;
      if (zone !== '') {
        const zoneScore = maxByZone > 0 ? scale * ((maxByZone - byZone.get(zone)!) / maxByZone) : scale;
        score = score * (1 - ZONE_WEIGHT) + ZONE_WEIGHT * zoneScore;
      }
      scores[i] = Math.trunc(score);
    }
  }
}
