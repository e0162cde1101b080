import {
  RuleScope,
  SKIP,
  SUCCESS,
  unresolvable,
  unschedulable,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type MessageGeneration,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { HardSpread, type SpreadVerdict } from './hard-spread';
import { PodSpreadTables } from './pod-spread-tables';
import { SoftSpread } from './soft-spread';
import { spreadEvents } from './spread-hints';
import { topologySpreadSettings, type TopologySpreadArgs } from './args';

const SKEW_REASON = "node(s) didn't match pod topology spread constraints";
const LABEL_REASON = `${SKEW_REASON} (missing required label)`;
const LEGACY_REASON = 'EvenPodsSpread';
const FILTER_STATE = 'PodTopologySpread/filter';
const SCORE_STATE = 'PodTopologySpread/score';

/** Spreads pods evenly over topology domains, by force or by preference (spec scheduler 4.12). */
export class PodTopologySpread
  implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions
{
  readonly name = 'PodTopologySpread';
  readonly filterScope = RuleScope.Cluster;
  readonly scoreScope = RuleScope.Cluster;
  private readonly tables: PodSpreadTables;
  private readonly verdicts: Readonly<Record<SpreadVerdict, Status>>;

  /** Throws PluginArgsError for arguments that cannot be. */
  constructor(
    args: TopologySpreadArgs,
    private readonly handle: PluginHandle,
  ) {
    this.tables = new PodSpreadTables(handle, topologySpreadSettings(args));
    const worded = (reason: string): string => reasonFor(handle.behaviour.messages, reason);
    this.verdicts = {
      fits: SUCCESS,
      lacksLabel: unresolvable(this.name, worded(LABEL_REASON)),
      skewed: unschedulable(this.name, worded(SKEW_REASON)),
    };
  }

  preFilter(state: CycleState, pod: PodInfo): PreFilterAnswer {
    const hard = new HardSpread(this.tables.hardTables(pod));
    state.write(FILTER_STATE, hard);
    return { status: hard.isEmpty ? SKIP : SUCCESS };
  }

  addPod(state: CycleState, _pod: PodInfo, added: PodInfo, node: NodeInfo): Status {
    state.read<HardSpread>(FILTER_STATE)?.change(added, node, 1);
    return SUCCESS;
  }

  removePod(state: CycleState, _pod: PodInfo, removed: PodInfo, node: NodeInfo): Status {
    state.read<HardSpread>(FILTER_STATE)?.change(removed, node, -1);
    return SUCCESS;
  }

  filter(state: CycleState, _pod: PodInfo, node: NodeInfo): Status {
    return this.verdicts[state.read<HardSpread>(FILTER_STATE)!.evaluate(node)];
  }

  preScore(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): Status {
    const { rawScore, withoutSoftConstraint } = this.handle.behaviour.spread;
    const needsAllKeys = this.tables.needsAllKeys(pod);
    const soft = new SoftSpread(this.tables.softTables(pod), { rawScore, needsAllKeys }, nodes);
    state.write(SCORE_STATE, soft);
    return soft.isEmpty && withoutSoftConstraint === 'skip' ? SKIP : SUCCESS;
  }

  score(state: CycleState, _pod: PodInfo, node: NodeInfo): number {
    return state.read<SoftSpread>(SCORE_STATE)!.rawScore(node);
  }

  scoreAll(state: CycleState, _pod: PodInfo, nodes: readonly NodeInfo[], scores: Float64Array): void {
    state.read<SoftSpread>(SCORE_STATE)!.rawScores(nodes, scores);
  }

  normalizeScore(state: CycleState, _pod: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void {
    state.read<SoftSpread>(SCORE_STATE)!.normalize(scores, nodes, this.handle.behaviour.score.scale);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return spreadEvents(this.tables);
  }
}

function reasonFor(messages: MessageGeneration, reason: string): string {
  return messages === '1.8' ? LEGACY_REASON : reason;
}
