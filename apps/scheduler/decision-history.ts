import {
  DecisionOutcome,
  RepeatedWork,
  type ComponentContext,
  type DecisionRecord,
  type RecordedPreemption,
  type IdentityPort,
  type CachePort,
  type ClockPort,
  type LogPort,
  type RecordsPort,
} from '@orrery/control-plane';
import { isRejected, type AttemptTrace, type Decision, type FailedDecision } from '@orrery/scheduling';
import { KEPT_DECISIONS } from '@orrery/store';

/** Ports used by this class. */
type Ports = IdentityPort & CachePort & ClockPort & LogPort & RecordsPort;

/** Decisions written in one round trip. */
const BATCH_SIZE = 1000;

/** An attempt before its end. Many are pending at a time: a text is smaller than the data. */
export interface OpenAttempt {
  /** The fields of the record that the cycle made out, as one JSON object. */
  readonly found: string;
  readonly nodeName?: string | undefined;
  readonly atMs: number;
  readonly revision: number;
}

type Found = Omit<AttemptTrace, 'nodeName'>;

/**
 * Writes down how each attempt of a scheduler came about and ended, in the background: no decision waits for it, and
 * if it fails no decision suffers.
 */
export class DecisionHistory {
  /** Attempts whose end is not known yet, by uid: a pod has one at a time. */
  private readonly open = new Map<string, OpenAttempt>();
  private lines: string[] = [];
  private readonly writing: RepeatedWork;

  constructor(
    private readonly context: Pick<ComponentContext<Ports>, 'cluster'>,
    private readonly scheduler: string,
  ) {
    const { cluster } = context;
    this.writing = new RepeatedWork({
      work: () => this.write(),
      failed: (err) => {
        cluster.log.warn({ err, cluster: cluster.id }, 'scheduling decisions were not kept');
        this.lines = this.lines.slice(-KEPT_DECISIONS);
      },
      track: (act) => cluster.activity.track(act),
    });
  }

  /** The attempts whose end is not known yet, as plain data. */
  capture(): readonly (readonly [uid: string, attempt: OpenAttempt])[] {
    return [...this.open];
  }

  /** Restores the state that {@link capture} returned. */
  restore(open: readonly (readonly [uid: string, attempt: OpenAttempt])[]): void {
    for (const [uid, attempt] of open) this.open.set(uid, attempt);
  }

  /** The cycle of a pod is over. */
  attempted(trace: AttemptTrace): void {
    const { clock, cache } = this.context.cluster;
    this.open.set(trace.uid, {
      found: foundText(trace),
      nodeName: trace.nodeName,
      atMs: clock.now(),
      revision: cache.revision,
    });
  }

  /** These attempts have ended; decisions that end none are passed over. */
  record(decisions: readonly Decision[]): void {
    for (const decision of decisions) {
      if (decision.kind === 'bind' || decision.kind === 'prepare') continue;
      const attempt = this.open.get(decision.uid);
      this.open.delete(decision.uid);
      if (!attempt || decision.kind === 'dropped') continue;
      const ending = JSON.stringify(endingOf(this.scheduler, attempt, decision));
      this.lines.push(`${ending.slice(0, -1)},${attempt.found.slice(1)}`);
    }
    if (this.lines.length > 0) this.writing.request();
  }

  private async write(): Promise<void> {
    while (this.lines.length > 0) {
      const batch = this.lines.splice(0, BATCH_SIZE);
      await this.context.cluster.records.decisions.append(batch);
    }
  }
}

function foundText(trace: AttemptTrace): string {
  const { uid, attempt, profile, evaluatedCount, feasibleCount, rejections, plugins, best, totals, tieCount } = trace;
  const found: Found = {
    uid,
    attempt,
    profile,
    evaluatedCount,
    feasibleCount,
    rejections,
    plugins,
    best,
    totals,
    tieCount,
  };
  return JSON.stringify(found);
}

function endingOf(
  scheduler: string,
  { nodeName, atMs, revision }: OpenAttempt,
  decision: Extract<Decision, { kind: 'bound' | 'failed' }>,
): Omit<DecisionRecord, keyof Found> {
  const { namespace = '', name } = decision.pod.metadata;
  if (decision.kind === 'bound') {
    const { nodeName: node, event } = decision;
    const outcome = DecisionOutcome.Bound;
    return { atMs, scheduler, revision, outcome, namespace, pod: name, node, message: event.message };
  }
  const { preemption: made, message } = decision;
  const outcome = outcomeOf(decision);
  const node = made?.nodeName ?? nodeName ?? null;
  const ending = { atMs, scheduler, revision, outcome, namespace, pod: name, node, message };
  return made ? { ...ending, preemption: preemptionOf(made) } : ending;
}

function outcomeOf({ status, preemption }: FailedDecision): DecisionOutcome {
  if (preemption) return DecisionOutcome.Nominated;
  return isRejected(status) ? DecisionOutcome.Unschedulable : DecisionOutcome.Error;
}

function preemptionOf({
  nodeName,
  violations,
  victims,
  outranked,
}: NonNullable<FailedDecision['preemption']>): RecordedPreemption {
  return {
    nodeName,
    violations,
    outranked,
    victims: victims.map(({ metadata, spec }) => ({
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      priority: spec.priority ?? 0,
    })),
  };
}
