import {
  errorStatus,
  fitErrorMessage,
  narrowByExtenders,
  openQuestions,
  StatusCode,
  SUCCESS,
  unresolvable,
  unschedulable,
  type CycleContext,
  type Diagnosis,
  type PluginHandle,
  type PodInfo,
  type PostFilterAnswer,
  type PostFilterPlugin,
  type Preemption,
  type PreemptionForecast,
  type SchedulingEffect,
  type Status,
} from '@orrery/scheduling';
import { chooseCandidate, preferenceOver } from './choose-candidate';
import { DisruptionBudgets } from './disruption-budgets';
import { makeCandidate, type Candidate } from './candidate';
import type { DryRunParts } from './dry-run';
import { DryRunMemory } from './dry-run-board';
import { DISRUPTION_TARGET, ineligibleReason, PREEMPTION_REASON } from './eligibility';
import { findCandidates, findKnownCandidates, type FoundCandidates } from './find-candidates';
import { nodesToTry, type DefaultPreemptionArgs } from './args';

const NAME = 'DefaultPreemption';
/** Maximum number of other candidates in the record of a preemption. */
const MAX_OUTRANKED = 10;
const NOTHING_YET: PostFilterAnswer = { status: unschedulable(NAME), nomination: { mode: 'keep' }, effects: [] };

const NO_DISAGREEMENTS: ReadonlyMap<string, string> = new Map();
const NOTHING_FOUND: FoundCandidates = { candidates: [], refusals: [], refused: new Map() };

/** Plan of a preemption, not yet carried out. */
interface PreemptionPlan {
  /** The reason why the pod may not preempt at all; undefined if it may. */
  readonly ineligible: string | undefined;
  /** Number of nodes on which removing pods might help. */
  readonly potentialCount: number;
  readonly found: FoundCandidates;
  /** Candidates that extenders agree to. */
  readonly agreed: readonly Candidate[];
  /** Names of the extenders that reject a candidate, by node. */
  readonly disagreements: ReadonlyMap<string, string>;
  readonly chosen: Candidate | undefined;
  /** An extender failed. */
  readonly error?: string;
}

/**
 * Makes room for a pod that fits nowhere by deleting pods of lower priority on one node, which is then promised to the
 * pod (spec scheduler 6). It never places the pod: the pod is tried again when its victims are gone.
 */
export class DefaultPreemption implements PostFilterPlugin {
  readonly name = NAME;
  private readonly budgets: DisruptionBudgets;
  private readonly memory = new DryRunMemory();

  constructor(
    private readonly args: DefaultPreemptionArgs,
    private readonly handle: PluginHandle,
  ) {
    this.budgets = new DisruptionBudgets(handle.objects);
  }

  postFilter(context: CycleContext, diagnosis: Diagnosis): PostFilterAnswer {
    const { behaviour } = this.handle;
    const plan = this.plan(context, diagnosis);
    if (plan.error !== undefined) {
      return { status: errorStatus(NAME, this.message(plan, diagnosis)), nomination: { mode: 'keep' }, effects: [] };
    }
    // An extender was asked: this cycle will be done again, and must leave no trace.
    if (openQuestions(this.handle.extenders)) return NOTHING_YET;
    if (plan.chosen) {
      return { ...this.carryOut(context.pod, plan.chosen), preemption: this.record(plan.chosen, plan.agreed) };
    }
    const status = unschedulable(NAME, this.message(plan, diagnosis));
    if (plan.ineligible !== undefined) return { status, nomination: { mode: 'keep' }, effects: [] };
    const isHopeless = plan.potentialCount === 0 || behaviour.preempt.nominationClearedBy === 'noCandidate';
    return { status, nomination: { mode: isHopeless ? 'clear' : 'keep' }, effects: [] };
  }

  forecast(context: CycleContext, diagnosis: Diagnosis): PreemptionForecast {
    const plan = this.plan(context, diagnosis, true);
    const { found, agreed, disagreements, chosen, ineligible } = plan;
    const nowMs = this.handle.now();
    const refusals = new Map(found.refused);
    for (const [nodeName, extender] of disagreements) {
      refusals.set(nodeName, unschedulable(extender, `extender ${extender} does not agree to it`));
    }
    return {
      ineligible,
      candidates: agreed.map((candidate) => ({
        nodeName: candidate.node.name,
        victims: candidate.victims.map(({ pod }) => pod),
        violations: candidate.violations,
        outrankedBy: preferenceOver(chosen!, candidate, nowMs),
      })),
      refusals,
      chosen: chosen?.node.name,
      message: chosen ? '' : this.message(plan, diagnosis),
      ...(plan.error !== undefined && { error: plan.error }),
    };
  }

  /** Searches and chooses; `tryAll` tries every potential node, for explanations. */
  private plan(context: CycleContext, diagnosis: Diagnosis, tryAll = false): PreemptionPlan {
    const ineligible = this.ineligible(context.pod, diagnosis);
    const none = { agreed: [], disagreements: NO_DISAGREEMENTS, chosen: undefined };
    const nothing = { ineligible, potentialCount: 0, found: NOTHING_FOUND, ...none };
    if (ineligible !== undefined) return nothing;
    const { potentialCount, found } = this.search(context, diagnosis, tryAll);
    if (potentialCount === 0) return nothing;
    const plan = { ineligible, potentialCount, found };
    const disagreements = new Map<string, string>();
    const agreed = this.agreedByExtenders(context.pod, found.candidates, disagreements);
    if (typeof agreed === 'string') return { ...plan, ...none, error: agreed };
    return { ...plan, agreed, disagreements, chosen: chooseCandidate(agreed, this.handle.now()) };
  }

  private search(
    context: CycleContext,
    diagnosis: Diagnosis,
    tryAll: boolean,
  ): Pick<PreemptionPlan, 'potentialCount' | 'found'> {
    const { handle, memory, budgets } = this;
    const { pod, attempt } = context;
    const limits = (count: number) => ({
      offset: count === 0 ? 0 : handle.randomFor(pod, attempt, 'preemption').below(count),
      enough: tryAll ? Infinity : nodesToTry(this.args, count),
      parts: this.dryRunParts(),
    });
    // Where extenders may disagree, the message names the nodes that were tried in this very cycle.
    const listsAll = tryAll || handle.extenders.some(({ preempt }) => preempt);
    const verdicts = listsAll ? undefined : diagnosis.keptVerdicts;
    if (!verdicts) {
      const potential = diagnosis.nodes.filter((_, i) => diagnosis.statuses[i]!.code === StatusCode.Unschedulable);
      return {
        potentialCount: potential.length,
        found: findCandidates(context, potential, limits(potential.length)),
      };
    }
    const potentialCount = verdicts.resolvable.countBetween(0, verdicts.resolvable.size);
    if (potentialCount === 0) return { potentialCount, found: NOTHING_FOUND };
    const board = memory.boardFor(verdicts.owner, pod.priority, budgets.currentVersion());
    const ownNode = handle.nominations.nominatedNode(pod.uid);
    const known = { verdicts, board, snapshot: handle.snapshot(), ownNode };
    return { potentialCount, found: findKnownCandidates(context, known, limits(potentialCount)) };
  }

  private dryRunParts(): DryRunParts {
    const { handle, budgets } = this;
    return {
      filters: handle.filters,
      split: (pods) => budgets.split(pods),
      victimOrder: handle.behaviour.preempt.victimOrder,
      nowMs: handle.now(),
    };
  }

  private agreedByExtenders(
    pod: PodInfo,
    candidates: readonly Candidate[],
    disagreements: Map<string, string>,
  ): readonly Candidate[] | string {
    const { extenders } = this.handle;
    if (extenders.length === 0 || candidates.length === 0) return candidates;
    const offered = new Map(
      candidates.map(({ node, victims, violations }) => [
        node.name,
        { pods: victims.map((victim) => victim.pod), budgetViolations: violations },
      ]),
    );
    const left = narrowByExtenders(extenders, pod, offered, ({ name }, node) => disagreements.set(node, name));
    if (typeof left === 'string') return left;
    return candidates.flatMap((candidate) => {
      const agreed = left.get(candidate.node.name);
      if (!agreed) return [];
      const victims = candidate.victims.filter((victim) => agreed.pods.includes(victim.pod));
      return victims.length > 0 ? [makeCandidate(candidate.node, victims, agreed.budgetViolations)] : [];
    });
  }

  private ineligible(pod: PodInfo, diagnosis: Diagnosis): string | undefined {
    const { behaviour } = this.handle;
    const name = pod.pod.status?.nominatedNodeName;
    return ineligibleReason({
      pod,
      nominatedNode: name ? this.handle.snapshot().get(name) : undefined,
      nominatedStatus: name ? diagnosis.statusOf(name) : undefined,
      waitFor: behaviour.preempt.waitFor,
    });
  }

  /** Deletes the victims, takes the node from less important pods it was promised to, and promises it to the pod. */
  private carryOut(pod: PodInfo, { node, victims }: Candidate): PostFilterAnswer {
    const effects = victims.flatMap((victim) => this.removal(pod, victim, node.name));
    const outranked = this.handle.nominations
      .nominatedPods(node.name)
      .filter(({ priority, uid }) => priority < pod.priority && uid !== pod.uid);
    for (const other of outranked) effects.push({ kind: 'clearNomination', pod: other.pod });
    // They may fit elsewhere.
    this.handle.activate(outranked.map(({ uid }) => uid));
    return { status: SUCCESS, nomination: { mode: 'set', nodeName: node.name }, effects };
  }

  private record(chosen: Candidate, candidates: readonly Candidate[]): Preemption {
    const nowMs = this.handle.now();
    return {
      nodeName: chosen.node.name,
      victims: chosen.victims.map(({ pod }) => pod),
      violations: chosen.violations,
      outranked: candidates
        .slice(0, MAX_OUTRANKED + 1)
        .filter((candidate) => candidate.node !== chosen.node)
        .slice(0, MAX_OUTRANKED)
        .map((candidate) => ({
          nodeName: candidate.node.name,
          victimCount: candidate.victims.length,
          outrankedBy: preferenceOver(chosen, candidate, nowMs),
        })),
    };
  }

  private removal(pod: PodInfo, victim: PodInfo, nodeName: string): SchedulingEffect[] {
    const { behaviour, schedulerName } = this.handle;
    const by = behaviour.messages === '1.32' ? `pod ${pod.uid}` : pod.key;
    const message = `Preempted by ${by} on node ${nodeName}`;
    const event = { type: 'Normal', reason: 'Preempted', message } as const;
    const waiting = this.handle.waitingPod(victim.uid);
    waiting?.reject(NAME, 'preempted');
    if (waiting && behaviour.preempt.disruptionCondition) {
      return [{ kind: 'rejectWaiting', victim: victim.pod, event }];
    }
    // Already on its way: modern schedulers do not delete it a second time.
    if (victim.pod.metadata.deletionTimestamp && behaviour.preempt.disruptionCondition) return [];
    const condition = behaviour.preempt.disruptionCondition
      ? {
          type: DISRUPTION_TARGET,
          reason: PREEMPTION_REASON,
          message: `${schedulerName}: preempting to accommodate a higher priority pod`,
        }
      : undefined;
    return [{ kind: 'deleteVictim', victim: victim.pod, condition, event }];
  }

  /**
   * Returns the reason for which the pod may not preempt, or the results of the dry runs with the number of nodes that
   * preemption cannot help.
   */
  private message({ found, ineligible, error }: PreemptionPlan, { nodeCount }: Diagnosis): string {
    if (error !== undefined) return `preemption: ${error}`;
    if (ineligible !== undefined) return `preemption: ${ineligible}`;
    const others = unresolvable(NAME, 'Preemption is not helpful for scheduling');
    const tried = [...found.refusals];
    const left = tried.reduce((count, [, nodes]) => count - nodes, nodeCount);
    const counts = (): Iterable<readonly [Status, number]> => (left > 0 ? [...tried, [others, left]] : tried);
    return `preemption: ${fitErrorMessage({ nodeCount, counts }, this.handle.behaviour.messages)}`;
  }
}
