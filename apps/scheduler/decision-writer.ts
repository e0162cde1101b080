import { releasedClaim } from '@orrery/scheduler-plugins';
import { Kinds, type Pod, type PodCondition } from '@orrery/api-types';
import {
  modificationOf,
  type BindingInput,
  type ComponentContext,
  type Modification,
  type Removal,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
  type MetricsPort,
  type RecordsPort,
} from '@orrery/control-plane';
import type { EventNote } from '@orrery/events';
import {
  DEFAULT_SCHEDULER_NAME,
  errorStatus,
  SUCCESS,
  type BindDecision,
  type Decision,
  type FailedDecision,
  type PodEvent,
  type PodScheduledCondition,
  type Status,
} from '@orrery/scheduling';
import { formatTime } from '@orrery/time';
import type { DecisionHistory } from './decision-history';
import { writePreparations, type ReportPreparation } from './preparations';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort & MetricsPort & RecordsPort;

/** Reports the result of a binding to the engine; it returns what to record. */
export type FinishBinding = (decision: BindDecision, status: Status) => Decision | undefined;

/** Writes a batch of decisions: all bindings in one write, all statuses in another. */
export class DecisionWriter {
  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly finishBinding: FinishBinding,
    private readonly reportPreparation: ReportPreparation,
    private readonly history: DecisionHistory,
    /** Called when a binding that waited for a webhook is recorded: its pod may be to be scheduled again. */
    private readonly onLate: () => void,
  ) {}

  async write(decisions: readonly Decision[]): Promise<void> {
    const bindings = decisions.filter((decision) => decision.kind === 'bind');
    const preparations = decisions.filter((decision) => decision.kind === 'prepare');
    const others = decisions.filter((decision) => decision.kind !== 'bind' && decision.kind !== 'prepare');
    const [finished] = await Promise.all([
      this.bind(bindings),
      this.record(others),
      writePreparations(this.context, preparations, this.reportPreparation),
    ]);
    await this.record(finished);
  }

  private async bind(decisions: readonly BindDecision[]): Promise<Decision[]> {
    if (decisions.length === 0) return [];
    const { cluster, fence } = this.context;
    const inputs = decisions.map(({ binding, attempt, pod }): BindingInput => ({
      namespace: binding.namespace,
      name: binding.name,
      uid: binding.uid,
      target: { kind: 'Node', name: binding.nodeName },
      reason: `decision of ${schedulerOf(pod)}, attempt ${attempt}`,
    }));
    const finished: Decision[] = [];
    let isBatchOpen = true;
    await cluster.store.bindEach(inputs, fence, (i, outcome) => {
      const status = outcome instanceof Error ? errorStatus('DefaultBinder', outcome.message) : SUCCESS;
      const decision = this.finishBinding(decisions[i]!, status);
      if (isBatchOpen && decision) finished.push(decision);
      else if (decision) this.recordLate(decision);
    });
    isBatchOpen = false;
    return finished;
  }

  /** A binding that waited for a webhook: its batch is long recorded. */
  private recordLate(decision: Decision): void {
    const { cluster } = this.context;
    void cluster.activity
      .track(() => this.record([decision]))
      .catch((err: unknown) => cluster.log.warn({ err, cluster: cluster.id }, 'a late binding was not recorded'))
      .finally(this.onLate);
  }

  private async record(decisions: readonly Decision[]): Promise<void> {
    const { cluster, fence } = this.context;
    this.history.record(decisions);
    const notes: EventNote[] = [];
    const modifications: Modification[] = [];
    const removals: Removal[] = [];
    for (const decision of decisions) {
      cluster.metrics.schedulingAttempts.inc({ result: RESULTS[decision.kind], cluster: cluster.id });
      if (decision.kind === 'bind' || decision.kind === 'prepare') continue;
      if (decision.event) notes.push(toNote(decision.pod, decision.event, schedulerOf(decision.pod)));
      if (decision.kind !== 'failed') continue;
      const patch = this.statusPatch(decision);
      if (patch) modifications.push(patch);
      this.addEffects(decision, { notes, modifications, removals });
    }
    if (notes.length > 0) cluster.events.record(notes, fence);
    if (modifications.length > 0) await cluster.store.modifySoon(modifications, fence);
    if (removals.length > 0) await cluster.store.removeSoon(removals, fence);
  }

  private statusPatch({ pod, uid, statusPatch }: FailedDecision): Modification | undefined {
    if (!statusPatch) return undefined;
    const { condition, nominatedNodeName } = statusPatch;
    return modifyPod(pod, uid, (current) => {
      const status = { ...current.status };
      if (condition)
        status.conditions = withCondition(current, written(condition, current), this.context.cluster.clock.now());
      if (nominatedNodeName === '') delete status.nominatedNodeName;
      else if (nominatedNodeName !== undefined) status.nominatedNodeName = nominatedNodeName;
      return { ...current, status };
    });
  }

  /** Adds the effects on other objects that plugins request. */
  private addEffects(
    { pod: preemptor, effects }: FailedDecision,
    work: { notes: EventNote[]; modifications: Modification[]; removals: Removal[] },
  ): void {
    for (const effect of effects) {
      if (effect.kind === 'clearNomination') {
        const { pod } = effect;
        work.modifications.push(
          modifyPod(pod, pod.metadata.uid, ({ status: { nominatedNodeName: _cleared, ...status } = {}, ...rest }) => ({
            ...rest,
            status,
          })),
        );
        continue;
      }
      // What is written before a binding comes as a decision of its own.
      if (effect.kind === 'holdVolume' || effect.kind === 'selectNode' || effect.kind === 'reserveClaim') continue;
      if (effect.kind === 'unreserveClaim' || effect.kind === 'deallocateClaim') {
        work.modifications.push(
          modificationOf(Kinds.ResourceClaim, effect.claim, (current) => releasedClaim(current, effect, preemptor)),
        );
        continue;
      }
      work.notes.push(toNote(effect.victim, effect.event, schedulerOf(preemptor)));
      if (effect.kind === 'rejectWaiting') continue;
      const { victim, condition } = effect;
      const { namespace = '', name, uid } = victim.metadata;
      if (condition) {
        const target: PodCondition = { ...condition, status: 'True' };
        const nowMs = this.context.cluster.clock.now();
        work.modifications.push(
          modifyPod(victim, uid, (current) => ({
            ...current,
            status: { ...current.status, conditions: withCondition(current, target, nowMs) },
          })),
        );
      }
      const { metadata: winner } = preemptor;
      const reason = `preempted by pod ${winner.namespace ?? ''}/${winner.name}`;
      work.removals.push({ key: { resource: 'pods', namespace, name }, uid, options: {}, reason });
    }
  }
}

const RESULTS: Readonly<Record<Decision['kind'], string>> = {
  prepare: 'assumed',
  bind: 'assumed',
  bound: 'scheduled',
  failed: 'unschedulable',
  dropped: 'dropped',
};

function modifyPod({ metadata }: Pod, uid: string, change: (current: Pod) => Pod): Modification {
  return modificationOf(Kinds.Pod, metadata, (current) => (current.metadata.uid === uid ? change(current) : undefined));
}

/** The transition time moves only when the status does. */
/** A condition as upstream writes it: never probed, and of the pod's generation where pods have one. */
function written(condition: PodScheduledCondition, { metadata: { generation } }: Pod): PodCondition {
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  // kubernetes-types has texts where the API may have null.
  return { lastProbeTime: null as never, ...observed, ...condition };
}

function withCondition({ status }: Pod, condition: PodCondition, nowMs: number): PodCondition[] {
  const conditions = status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : formatTime(nowMs);
  const next = { ...condition, ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }) };
  return before ? conditions.map((old) => (old === before ? next : old)) : [...conditions, next];
}

/** Returns the scheduler name of the deciding profile. */
function schedulerOf({ spec }: Pod): string {
  return spec.schedulerName ?? DEFAULT_SCHEDULER_NAME;
}

function toNote({ metadata }: Pod, event: PodEvent, component: string): EventNote {
  const { name, namespace = '', uid } = metadata;
  return {
    component,
    involvedObject: { apiVersion: 'v1', kind: 'Pod', name, namespace, uid },
    ...event,
  };
}
