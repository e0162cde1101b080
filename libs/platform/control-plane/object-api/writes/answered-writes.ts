import { ApiError, internal, StatusReason } from '@orrery/api-types';
import { nextTurn, type Intent, type IntentOutcome, type ObjectKey } from '@orrery/store';
import { isNeeded, mayAsk, WriteAttempt, type Needed } from './write-attempt';
import type { WriteContext } from './write-context';

/** Function that makes an intent. It is called again when the intent needed answers, with a context that has them. */
export type Plan = (context: WriteContext) => Intent;

type Commit = (intents: readonly Intent[]) => Promise<IntentOutcome[]>;

/**
 * Commits the intents of plans. Those that need a webhook's answer leave the batch: each sends its request separately,
 * outside the lock of the store, and is decided again on the object as it is after the answer. If no webhook can be
 * called it is one commit.
 */
export function commitPlans(context: WriteContext, plans: readonly Plan[], commit: Commit): Promise<IntentOutcome[]> {
  if (!mayAsk(context)) return commit(plans.map((plan) => plan(context)));
  return commitAnswered(context, plans, commit);
}

async function commitAnswered(context: WriteContext, plans: readonly Plan[], commit: Commit): Promise<IntentOutcome[]> {
  const tries = plans.map((plan) => new Try(plan, context));
  await commitReady(tries, commit);
  return Promise.all(tries.map((each) => each.finish(commit)));
}

/**
 * Does the same with an outcome for each as soon as it is there. Resolves when all that wait for no webhook have
 * theirs; the others continue as activity of the cluster.
 */
export async function commitEach(
  context: WriteContext,
  plans: readonly Plan[],
  commit: Commit,
  settled: (index: number, outcome: IntentOutcome) => void,
): Promise<void> {
  if (!mayAsk(context)) {
    const outcomes = await commit(plans.map((plan) => plan(context)));
    outcomes.forEach((outcome, index) => settled(index, outcome));
    return;
  }
  const tries = plans.map((plan) => new Try(plan, context));
  await commitReady(tries, commit);
  tries.forEach((each, index) => {
    if (!each.isOpen) settled(index, each.outcome!);
    else context.dynamic!.late.alone(async () => settled(index, await each.finish(commit)));
  });
}

async function commitReady(tries: readonly Try[], commit: Commit): Promise<void> {
  const ready = tries.filter((each) => each.make());
  const outcomes = ready.length > 0 ? await commit(ready.map(({ watched }) => watched!)) : [];
  ready.forEach((each, i) => (each.outcome = outcomes[i]!));
}

/** A plan of a component, whose object is known before it is made. */
export interface KeyedPlan {
  readonly key: ObjectKey;
  readonly plan: Plan;
}

const TOO_MANY = new ApiError(StatusReason.TooManyRequests, 'too many writes of the object wait for webhooks');

/**
 * Commits what components want changed, without waiting for webhooks: a write that has to ask one, or that comes after such a
 * write of its object, is finished later. `settled` gets each outcome when it is there; the answer comes when all that wait for no
 * webhook have theirs.
 */
export async function commitWithoutWaiting(
  context: WriteContext,
  keyed: readonly KeyedPlan[],
  commit: Commit,
  settled: (index: number, outcome: IntentOutcome) => void,
): Promise<void> {
  const late = context.dynamic?.late;
  if (!late || !mayAsk(context)) {
    const outcomes = await commitPlans(context, plansOf(keyed), commit);
    outcomes.forEach((outcome, index) => settled(index, outcome));
    return;
  }
  const finishLater = (index: number, work: () => Promise<IntentOutcome>): void => {
    const isTaken = late.add(keyed[index]!.key, async () => settled(index, await work()));
    if (!isTaken) settled(index, TOO_MANY);
  };
  const tries = keyed.map(({ key, plan }, index) => ({ index, isLate: late.has(key), own: new Try(plan, context) }));
  const prompt = tries.filter(({ isLate }) => !isLate);
  for (const { index, isLate, own } of tries) if (isLate) finishLater(index, () => own.start(commit));
  await commitReady(
    prompt.map(({ own }) => own),
    commit,
  );
  for (const { index, own } of prompt) {
    if (own.isOpen) finishLater(index, () => own.finish(commit));
    else settled(index, own.outcome!);
  }
}

function plansOf(keyed: readonly KeyedPlan[]): Plan[] {
  return keyed.map(({ plan }) => plan);
}

/** Plan on its way. */
class Try {
  watched: Intent | undefined;
  outcome: IntentOutcome | undefined;
  private needed: Needed | undefined;
  private readonly attempt: WriteAttempt;
  /** However long it has to wait for answers, it keeps its turn. */
  private readonly turn = nextTurn();

  constructor(
    private readonly plan: Plan,
    context: WriteContext,
  ) {
    this.attempt = new WriteAttempt(context);
  }

  /** Returns whether there is an intent: otherwise something has to be asked to make one. */
  make(): boolean {
    this.needed = undefined;
    this.watched = undefined;
    try {
      this.watched = this.noticing(this.plan(this.attempt.context()));
    } catch (error) {
      if (!isNeeded(error)) throw error;
      this.needed = error;
    }
    return this.watched !== undefined;
  }

  /** True if something has to be asked. */
  get isOpen(): boolean {
    return this.needed !== undefined;
  }

  /** Makes and commits the write, and continues until no webhook is left to call. */
  async start(commit: Commit): Promise<IntentOutcome> {
    if (this.make()) [this.outcome] = await commit([this.watched!]);
    return this.finish(commit);
  }

  /** Asks and commits until nothing is left to ask. */
  async finish(commit: Commit): Promise<IntentOutcome> {
    while (this.needed) {
      const failure = await this.attempt.ask(this.needed);
      if (failure) return failure;
      if (this.make()) [this.outcome] = await commit([this.watched!]);
    }
    return this.outcome!;
  }

  private noticing(intent: Intent): Intent {
    return {
      ...intent,
      turn: this.turn,
      decide: (current) => {
        this.needed = undefined;
        try {
          return intent.decide(current);
        } catch (error) {
          if (!isNeeded(error)) throw error;
          this.needed = error;
          // Never shown: the write is tried again once there is an answer.
          return { kind: 'refuse', error: internal('webhooks have not answered yet') };
        }
      },
    };
  }
}

/** Decides without the store until nothing is left to ask. Throws the refusal if asking ends in one. */
export async function decideAnswered<T>(context: WriteContext, decide: (context: WriteContext) => T): Promise<T> {
  if (!mayAsk(context)) return decide(context);
  const attempt = new WriteAttempt(context);
  for (;;) {
    try {
      return decide(attempt.context());
    } catch (error) {
      if (!isNeeded(error)) throw error;
      const failure = await attempt.ask(error);
      if (failure) throw failure;
    }
  }
}
