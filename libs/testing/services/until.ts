import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Time limit of a test for an expected event, in seconds: not a measure of speed, but a sign that the event will never
 * come.
 */
export const WAIT_LIMIT_SECONDS = 240;

/** Repeats the check until its result is neither undefined nor false; fails at the timeout with the description. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + WAIT_LIMIT_SECONDS * 1000;
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
      throw new Error(
        `${what}: not within ${WAIT_LIMIT_SECONDS} s`,
        lastError === undefined ? {} : { cause: lastError },
      );
    }
    await pause(POLL_MS);
  }
}
