import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 25;

/** How long a test waits for what must come, in seconds: no measure of speed, but the sign that it will never come. */
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
