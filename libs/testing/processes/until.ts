import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;

/** Asks again and again until the answer is neither undefined nor false; fails at the deadline with what was wanted. */
export async function until<T>(
  what: string,
  deadlineSeconds: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + deadlineSeconds * 1000;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`${what}: not within ${deadlineSeconds} s`, lastError === undefined ? {} : { cause: lastError });
    }
    await pause(POLL_MS);
  }
}
