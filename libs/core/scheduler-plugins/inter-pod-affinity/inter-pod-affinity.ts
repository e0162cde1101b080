import {
  RuleScope,
  SKIP,
  SUCCESS,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type NodeFilter,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { affinityVerdicts, type AffinityVerdicts } from './affinity-reasons';
import { AffinityTableMemory } from './affinity-tables';
import { affinityEvents } from './affinity-hints';
import { ExclusionKeys } from './exclusion-keys';
import type { InterPodAffinityArgs } from './args';
import { preferredAffinityOf, type PreferredAffinity } from './preferred-affinity';
import { RequiredAffinity } from './required-affinity';

const FILTER_STATE = 'InterPodAffinity/filter';
const SCORE_STATE = 'InterPodAffinity/score';

/**
 * Affinity and anti-affinity between pods, of the incoming pod to assigned ones and of these to it
 * (spec scheduler 4.10). Nodes are evaluated by lookups in the topology index; no pod is visited.
 */
export class InterPodAffinity implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
  readonly name = 'InterPodAffinity';
  readonly filterScope = RuleScope.Cluster;
  readonly scoreScope = RuleScope.Cluster;
  private readonly tables: AffinityTableMemory;
  private readonly verdicts: AffinityVerdicts;
  private readonly exclusionKeys: ExclusionKeys;

  /** Throws PluginArgsError for arguments that cannot be. */
  constructor(
    private readonly args: InterPodAffinityArgs,
    private readonly handle: PluginHandle,
  ) {
    this.tables = new AffinityTableMemory(handle.topology, handle.objects);
    this.exclusionKeys = new ExclusionKeys(handle.objects);
    this.verdicts = affinityVerdicts(this.name, handle.behaviour);
  }

  preFilter(state: CycleState, pod: PodInfo): PreFilterAnswer {
    const { topology, objects } = this.handle;
    const required = new RequiredAffinity({
      pod,
      tables: this.tables.tablesOf(pod.affinityTerms),
      others: topology.termsAbout(pod).requiredAntiAffinity,
      namespaceLabels: objects.namespaceLabels,
      columnOf: (topologyKey) => topology.column(topologyKey),
    });
    state.write(FILTER_STATE, required);
    return { status: required.isEmpty ? SKIP : SUCCESS };
  }

  addPod(state: CycleState, _pod: PodInfo, added: PodInfo, node: NodeInfo): Status {
    state.read<RequiredAffinity>(FILTER_STATE)?.change(added, node, 1);
    return SUCCESS;
  }

  removePod(state: CycleState, _pod: PodInfo, removed: PodInfo, node: NodeInfo): Status {
    state.read<RequiredAffinity>(FILTER_STATE)?.change(removed, node, -1);
    return SUCCESS;
  }

  filter(state: CycleState, _pod: PodInfo, node: NodeInfo): Status {
    return this.verdictOn(node, state.read<RequiredAffinity>(FILTER_STATE)!);
  }

  nodeFilter(state: CycleState): NodeFilter {
    const required = state.read<RequiredAffinity>(FILTER_STATE)!;
    return (node) => this.verdictOn(node, required);
  }

  nodeScopeKey(state: CycleState): object | undefined {
    return state.read<RequiredAffinity>(FILTER_STATE)!.nodeScopeKey(this.exclusionKeys);
  }

  private verdictOn(node: NodeInfo, required: RequiredAffinity): Status {
    if (!required.isAffinitySatisfied(node)) return this.verdicts.affinity;
    if (!required.isAntiAffinitySatisfied(node)) return this.verdicts.antiAffinity;
    return required.isTolerated(node) ? SUCCESS : this.verdicts.antiAffinityOfOthers;
  }

  preScore(state: CycleState, pod: PodInfo): Status {
    const own = this.tables.tablesOf(pod.affinityTerms);
    const about = this.handle.topology.termsAbout(pod);
    const preferred = preferredAffinityOf(pod, this.args, { own, about });
    state.write(SCORE_STATE, preferred);
    return preferred.isEmpty ? SKIP : SUCCESS;
  }

  score(state: CycleState, pod: PodInfo, node: NodeInfo): number {
    const scores = new Float64Array(1);
    this.scoreAll(state, pod, [node], scores);
    return scores[0]!;
  }

  scoreAll(state: CycleState, _pod: PodInfo, nodes: readonly NodeInfo[], scores: Float64Array): void {
    state.read<PreferredAffinity>(SCORE_STATE)!.addScores(nodes, scores);
  }

  /** Spreads the raw scores over 0..S; up to 1.20 the range always contains 0. */
  normalizeScore(_state: CycleState, _pod: PodInfo, scores: Float64Array): void {
    const { interPodAffinity, score } = this.handle.behaviour;
    const fromZero = interPodAffinity.normaliseRange === 'fromZero';
    let min = fromZero ? 0 : Infinity;
    let max = fromZero ? 0 : -Infinity;
    for (const raw of scores) {
      if (raw < min) min = raw;
      if (raw > max) max = raw;
    }
    const range = max - min;
    for (let i = 0; i < scores.length; i++) {
      scores[i] = range > 0 ? Math.trunc(score.scale * ((scores[i]! - min) / range)) : 0;
    }
  }

  eventsToRegister(): readonly EventRegistration[] {
    return affinityEvents(this.handle);
  }
}
