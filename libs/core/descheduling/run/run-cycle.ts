import { isTerminalPhase } from '@orrery/api-types';
import { ClusterSnapshot, type ClusterObjects } from '../cluster/cluster-snapshot';
import { NodeFit, type SchedulerFit } from '../cluster/node-fit';
import type { PodView } from '../cluster/cluster-views';
import { DefaultEvictor, selectReadyNodes } from '../evictor/default-evictor';
import { PRIORITY_TOO_HIGH, SYSTEM_CRITICAL_PRIORITY } from '../evictor/critical-priority';
import type { DefaultEvictorArgs } from '../evictor/default-evictor-args';
import type { DeschedulerPolicy, PolicyStep } from '../policy/descheduler-policy';
import type { PolicyError } from '../policy/policy-error';
import { EvictionCounts } from './eviction-limits';
import { EvictionOutcome, LIMIT_TEXT } from './eviction-outcome';
import type { MeasuredUsage } from './measured-usage';
import { DecisionVerdict, type DeschedulingReport, type NodeClasses, type PodDecision } from './report';
import type { StrategyContext } from './strategy';

/** Eviction for the caller to carry out, with its reason. */
export interface EvictionRequest {
  readonly pod: PodView;
  readonly strategy: string;
  readonly profile: string;
  readonly reason: string;
}

/** The answer of the eviction subresource, or of a sandbox in its place. */
export type EvictionAnswer =
  { readonly evicted: true } | { readonly evicted: false; readonly code: number; readonly message: string };

/** Inputs of one cycle. */
export interface CycleInput {
  readonly policy: DeschedulerPolicy;
  readonly objects: ClusterObjects;
  readonly nowMs: number;
  /** Carries an eviction out. Refusals are answers, not exceptions. */
  readonly evict: (request: EvictionRequest) => Promise<EvictionAnswer> | EvictionAnswer;
  readonly usage?: MeasuredUsage;
  /** Further check of node fit, such as the cluster's scheduler. */
  readonly alsoFits?: SchedulerFit;
  /** The pod the descheduler runs in. */
  readonly ownPodUid?: string;
  /** Called for every decision as it is made. */
  readonly onDecision?: (decision: PodDecision) => void;
  /** Called when a strategy has ended. */
  readonly onStrategyDone?: (step: { readonly profile: string; readonly strategy: string }) => void;
}

/** The outcome of a cycle: a report, or why the policy cannot run on this cluster. */
export type CycleVerdict =
  | { readonly ok: true; readonly report: DeschedulingReport }
  | { readonly ok: false; readonly errors: readonly PolicyError[] };

/**
 * Runs every strategy of a policy once over a snapshot. Pods that were evicted are gone for all that comes later, in
 * live runs as in dry ones, so that both decide alike.
 */
export async function runCycle(input: CycleInput): Promise<CycleVerdict> {
  const cluster = new ClusterSnapshot(visibleObjects(input));
  const cycle = new Cycle(input, cluster);
  const errors = cycle.resolvePriorities();
  if (errors.length > 0) return { ok: false, errors };
  await cycle.run();
  return { ok: true, report: cycle.report() };
}

function visibleObjects({ objects, policy }: CycleInput): ClusterObjects {
  if (policy.behaviour.finishedPods === 'seen') return objects;
  return { ...objects, pods: objects.pods.filter(({ status }) => !isTerminalPhase(status?.phase)) };
}

class Cycle {
  private readonly nodes;
  private readonly nodeFit;
  private readonly counts;
  private readonly decisions: PodDecision[] = [];
  private readonly nodeClasses: NodeClasses[] = [];
  private readonly notes: string[];
  private readonly thresholds = new Map<DefaultEvictorArgs, number>();
  private readonly evictors = new Map<DefaultEvictorArgs, DefaultEvictor>();
  private evicted = 0;
  private refused = 0;

  constructor(
    private readonly input: CycleInput,
    private readonly cluster: ClusterSnapshot,
  ) {
    this.nodes = selectReadyNodes(cluster, input.policy.nodeSelector);
    this.nodeFit = new NodeFit(cluster, input.alsoFits);
    this.counts = new EvictionCounts(input.policy.limits);
    this.notes = [...input.policy.warnings];
  }

  /** Looks up the classes that priority thresholds name. */
  resolvePriorities(): PolicyError[] {
    const errors: PolicyError[] = [];
    for (const { evictor } of this.input.policy.steps) {
      const threshold = evictor.priorityThreshold;
      if (!threshold || this.thresholds.has(evictor)) continue;
      const value = threshold.value ?? this.priorityOf(threshold.name!);
      if (value !== undefined && value <= SYSTEM_CRITICAL_PRIORITY) {
        this.thresholds.set(evictor, value);
        continue;
      }
      const reason =
        value !== undefined
          ? PRIORITY_TOO_HIGH
          : `unable to get priority value from the priority class: priorityclasses.scheduling.k8s.io ${JSON.stringify(threshold.name)} not found`;
      if (!errors.some((error) => error.reason === reason)) errors.push({ field: threshold.field, reason });
    }
    return errors;
  }

  private priorityOf(className: string): number | undefined {
    return this.cluster.objects.priorityClasses?.find(({ metadata }) => metadata.name === className)?.value;
  }

  async run(): Promise<void> {
    if (this.nodes.length <= 1) {
      this.notes.push('the cluster size is 0 or 1 ready nodes: evictions would only disrupt, nothing is done');
      return;
    }
    for (const step of this.input.policy.steps) {
      await step.run(this.contextOf(step));
      this.input.onStrategyDone?.({ profile: step.profile, strategy: step.strategy });
    }
  }

  report(): DeschedulingReport {
    return {
      decisions: this.decisions,
      nodeClasses: this.nodeClasses,
      readyNodes: this.nodes.map(({ name }) => name),
      evicted: this.evicted,
      refused: this.refused,
      notes: this.notes,
    };
  }

  private contextOf(step: PolicyStep): StrategyContext {
    const { profile, strategy } = step;
    return {
      cluster: this.cluster,
      nodes: this.nodes,
      nodeFit: this.nodeFit,
      evictor: this.evictorOf(step.evictor),
      nowMs: this.input.nowMs,
      behaviour: this.input.policy.behaviour,
      usage: this.input.usage ?? {},
      evict: (pod, reason) => this.evict({ pod, reason, profile, strategy }),
      spare: (pod, reason, obstacle) =>
        this.decide({ pod, reason, profile, strategy }, { verdict: DecisionVerdict.Protected, obstacle }),
      classified: (classes) => this.nodeClasses.push({ strategy, profile, ...classes }),
      note: (text) => this.notes.push(`${profile}/${strategy}: ${text}`),
    };
  }

  private evictorOf(args: DefaultEvictorArgs): DefaultEvictor {
    let evictor = this.evictors.get(args);
    if (!evictor) {
      const { nowMs, ownPodUid } = this.input;
      const priorityThreshold = this.thresholds.get(args);
      evictor = new DefaultEvictor(args, {
        cluster: this.cluster,
        nodeFit: this.nodeFit,
        nowMs,
        sparesTerminating: this.input.policy.behaviour.terminatingPods === 'protected',
        ...(ownPodUid !== undefined && { ownPodUid }),
        ...(priorityThreshold !== undefined && { priorityThreshold }),
      });
      this.evictors.set(args, evictor);
    }
    return evictor;
  }

  private async evict(request: EvictionRequest): Promise<EvictionOutcome> {
    const { pod } = request;
    if (pod.uid === '') return this.refuse(request, { code: 422, message: `pod ${pod.key} is missing UID` });
    const limit = this.counts.limitFor(pod);
    if (limit !== undefined) {
      this.decide(request, { verdict: DecisionVerdict.Limited, obstacle: LIMIT_TEXT[limit], limit });
      return limit;
    }
    const answer = await this.input.evict(request);
    if (!answer.evicted) return this.refuse(request, answer);
    this.counts.count(pod);
    this.cluster.remove(pod);
    this.evicted++;
    this.decide(request, { verdict: DecisionVerdict.Evicted });
    return EvictionOutcome.Evicted;
  }

  private refuse(request: EvictionRequest, { code, message }: { code: number; message: string }): EvictionOutcome {
    this.refused++;
    this.decide(request, { verdict: DecisionVerdict.Refused, obstacle: message, code });
    return EvictionOutcome.Refused;
  }

  private decide(
    { pod, reason, profile, strategy }: EvictionRequest,
    result: Pick<PodDecision, 'verdict' | 'obstacle' | 'code' | 'limit'>,
  ): void {
    const { namespace, name, uid } = pod;
    const decision = { namespace, name, uid, node: pod.node?.name ?? '', profile, strategy, reason, ...result };
    this.decisions.push(decision);
    this.input.onDecision?.(decision);
  }
}
