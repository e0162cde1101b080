/** How long a server may be away before nobody waits for it any more, in steps. */
const STEPS = 10;
const STEP_MS = 100;

/**
 * Waits for a server that may be away, but not for long. It is waited for in steps: when this process stood still, all
 * its timers are due before it reads what the server answered meanwhile, and a standstill then counts as one step.
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
