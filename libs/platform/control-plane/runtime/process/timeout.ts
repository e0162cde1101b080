import type { Logger } from '@orrery/service';

/** Timeouts for servers that are away. */
const STEPS = 10;
const STEP_MS = 100;

/**
 * Waits for a server that may be away, but not for long. The wait has steps: after a pause of this process, all its
 * timers are due before it reads the server's answers of that time, and the pause then counts as one step.
 */
export async function withTimeout(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  for (let step = 0; step < STEPS && !isDone; step++) {
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, STEP_MS).unref())]);
  }
}

/** Waits for work that ends a part of a process, but not for long, and logs which one was late. */
export function partsEndedInTime(logger: Pick<Logger, 'warn'>) {
  return (part: string, work: Promise<unknown>, limitMs = 1000): Promise<void> =>
    endedInTime(work, limitMs, () => logger.warn({ part, limitMs }, 'a part of the process did not end in time'));
}

/** Waits for work up to a limit in ms, and calls `late` when it is over: what holds the work up is not to hold up others. */
export async function endedInTime(work: Promise<unknown>, limitMs: number, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limitMs)));
  const outcome = await Promise.race([work, limit]).finally(() => clearTimeout(timer));
  if (outcome === 'late') late();
}
