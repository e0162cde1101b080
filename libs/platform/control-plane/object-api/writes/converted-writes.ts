import { ApiError, ConversionNeeded, internal } from '@orrery/api-types';
import type { Intent, IntentOutcome } from '@orrery/store';

/** A write may need the stored object in its version and its result in the stored one; more rounds mean that others write it. */
const MAX_ROUNDS = 10;

/** Commits intents; those that need a webhook's conversion are tried again once it has answered, on the object as it is then. */
export async function commitConverted(
  intents: readonly Intent[],
  commit: (intents: readonly Intent[]) => Promise<IntentOutcome[]>,
): Promise<IntentOutcome[]> {
  const outcomes: IntentOutcome[] = [];
  let open = intents.map((_intent, index) => index);
  for (let round = 0; open.length > 0; round++) {
    const needed = new Map<number, ConversionNeeded>();
    const answers = await commit(open.map((index) => watched(intents[index]!, index, needed)));
    open.forEach((index, i) => (outcomes[index] = answers[i]!));
    open = open.filter((index) => needed.has(index));
    if (round >= MAX_ROUNDS) break;
    const failures = await Promise.all(open.map((index) => failureOf(needed.get(index)!)));
    open = open.filter((index, i) => {
      const failure = failures[i];
      if (failure) outcomes[index] = failure;
      return !failure;
    });
  }
  return outcomes;
}

function watched(intent: Intent, index: number, needed: Map<number, ConversionNeeded>): Intent {
  return {
    key: intent.key,
    decide: (current) => {
      needed.delete(index);
      try {
        return intent.decide(current);
      } catch (error) {
        if (!(error instanceof ConversionNeeded)) throw error;
        needed.set(index, error);
        return { kind: 'refuse', error: internal('the object is changed faster than its webhook converts it') };
      }
    },
  };
}

async function failureOf(needed: ConversionNeeded): Promise<ApiError | undefined> {
  try {
    await needed.convert();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
