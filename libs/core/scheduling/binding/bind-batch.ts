import type { BindDecision, Decision } from '../decision';
import type { Binder } from '../framework/bind-request';
import { errorStatus, type Status } from '../framework/status';

/** What reports of bindings go to: a scheduler. */
export interface BindingReports {
  bindingFinished(decision: BindDecision, status: Status): Decision | undefined;
}

/**
 * Writes all bindings of a batch in one call and reports each outcome. Answers the batch with every binding replaced
 * by what came of it. A binder that throws fails every binding of the batch with its message.
 */
export async function bindBatch(
  scheduler: BindingReports,
  decisions: readonly Decision[],
  binder: Binder,
): Promise<Exclude<Decision, BindDecision>[]> {
  const bindings = decisions.filter((decision) => decision.kind === 'bind');
  const statuses = bindings.length > 0 ? await write(binder, bindings) : [];
  const outcomes = new Map<BindDecision, Decision | undefined>();
  bindings.forEach((decision, i) => {
    const status = statuses[i] ?? errorStatus('', 'the binder gave no answer');
    outcomes.set(decision, scheduler.bindingFinished(decision, status));
  });
  const finished: Exclude<Decision, BindDecision>[] = [];
  for (const decision of decisions) {
    const outcome = decision.kind === 'bind' ? outcomes.get(decision) : decision;
    if (outcome && outcome.kind !== 'bind') finished.push(outcome);
  }
  return finished;
}

async function write(binder: Binder, bindings: readonly BindDecision[]): Promise<readonly Status[]> {
  try {
    return await binder.bindMany(bindings.map(({ binding }) => binding));
  } catch (error) {
    const status = errorStatus('', error instanceof Error ? error.message : String(error));
    return bindings.map(() => status);
  }
}
