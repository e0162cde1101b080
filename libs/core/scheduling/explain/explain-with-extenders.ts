import { openQuestions } from '../cycle/run-extenders';
import type { SchedulerParts } from '../scheduler-parts';
import { explainScheduling, type SchedulingExplanation, type SchedulingQuestion } from './explain-scheduling';

/**
 * Like {@link explainScheduling} with extenders over the network: the explanation is repeated until none
 * has anything left to answer. Questions to the same scheduler must not overlap. Undefined if no profile serves the pod.
 */
export async function explainWithExtenders(
  parts: SchedulerParts,
  question: SchedulingQuestion,
): Promise<SchedulingExplanation | undefined> {
  try {
    for (;;) {
      const explained = explainScheduling(parts, question);
      const open = openQuestions(parts.extenders);
      if (!open) return explained;
      await open;
    }
  } finally {
    for (const extender of parts.extenders) extender.forget?.();
  }
}
