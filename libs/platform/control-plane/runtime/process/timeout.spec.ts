import { withTimeout } from './timeout';

/** Resolves in the phase of the event loop in which sockets are read: after the timers that are due. */
const answered = (afterMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(() => setImmediate(resolve), afterMs));

function standStill(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

describe('the time limit', () => {
  it('ends with the work', async () => {
    let isAnswered = false;
    await withTimeout(answered(1).then(() => (isAnswered = true)));
    expect(isAnswered).toBe(true);
  });

  it('does not run out while the process stands still', async () => {
    let isAnswered = false;
    const waited = withTimeout(answered(50).then(() => (isAnswered = true)));
    standStill(1200);
    await waited;
    expect(isAnswered).toBe(true);
  });

  it('runs out', async () => {
    await expect(withTimeout(new Promise(() => undefined))).resolves.toBeUndefined();
  });

  it('passes on why the work failed', async () => {
    await expect(withTimeout(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
