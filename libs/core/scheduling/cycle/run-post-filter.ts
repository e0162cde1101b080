import type { Diagnosis } from '../framework/diagnosis';
import type { Framework } from '../framework/framework';
import type { CycleContext, PostFilterAnswer } from '../framework/plugin';
import type { SchedulingEffect } from '../framework/scheduling-effect';
import { errorStatus, isRejected, isSuccess, StatusCode, unschedulable } from '../framework/status';

const NOTHING_DONE: PostFilterAnswer = { status: unschedulable(''), nomination: { mode: 'keep' }, effects: [] };

/**
 * Runs PostFilter in order until a plugin succeeds, finds it hopeless, or breaks. Otherwise the reasons of all are
 * joined, and the last nomination other than `keep` counts.
 */
export function runPostFilter(framework: Framework, context: CycleContext, diagnosis: Diagnosis): PostFilterAnswer {
  if (framework.postFilter.length === 0) return NOTHING_DONE;
  const reasons: string[] = [];
  const effects: SchedulingEffect[] = [];
  let nomination: PostFilterAnswer['nomination'] = { mode: 'keep' };
  let rejector = '';
  for (const plugin of framework.postFilter) {
    const answer = plugin.postFilter(context, diagnosis);
    const { status } = answer;
    effects.push(...answer.effects);
    if (isSuccess(status) || status.code === StatusCode.UnschedulableAndUnresolvable) return { ...answer, effects };
    if (!isRejected(status)) {
      return { status: errorStatus(plugin.name, ...status.reasons), nomination: { mode: 'keep' }, effects };
    }
    if (answer.nomination.mode !== 'keep') nomination = answer.nomination;
    reasons.push(...status.reasons);
    rejector ||= plugin.name;
  }
  return { status: unschedulable(rejector, ...reasons), nomination, effects };
}
