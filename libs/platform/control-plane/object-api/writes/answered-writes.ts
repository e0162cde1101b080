import { internal } from '@orrery/api-types';
import type { Intent, IntentOutcome } from '@orrery/store';
import { isNeeded, mayAsk, WriteAttempt, type Needed } from './write-attempt';
import type { WriteContext } from './write-context';

/** Makes an intent. It is made again when something was asked for it, from a context with the answers. */
export type Plan = (context: WriteContext) => Intent;

type Commit = (intents: readonly Intent[]) => Promise<IntentOutcome[]>;

/**
 * Commits what plans make. Those that need an answer of a webhook leave the batch: each asks by itself, outside the lock of
 * the store, and is decided again on the object as it is then. Where nothing can be asked it is one commit.
 */
export function commitPlans(context: WriteContext, plans: readonly Plan[], commit: Commit): Promise<IntentOutcome[]> {
  if (!mayAsk(context)) return commit(plans.map((plan) => plan(context)));
  return commitAnswered(context, plans, commit);
}

async function commitAnswered(context: WriteContext, plans: readonly Plan[], commit: Commit): Promise<IntentOutcome[]> {
  const tries = plans.map((plan) => new Try(plan, context));
  const ready = tries.filter((each) => each.make());
  const outcomes = ready.length > 0 ? await commit(ready.map(({ watched }) => watched!)) : [];
  ready.forEach((each, i) => (each.outcome = outcomes[i]!));
  return Promise.all(tries.map((each) => each.finish(commit)));
}

/** One plan on its way. */
class Try {
  watched: Intent | undefined;
  outcome: IntentOutcome | undefined;
  private needed: Needed | undefined;
  private readonly attempt: WriteAttempt;

  constructor(
    private readonly plan: Plan,
    context: WriteContext,
  ) {
    this.attempt = new WriteAttempt(context);
  }

  /** Whether there is an intent: otherwise something has to be asked to make one. */
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
      key: intent.key,
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
