import { RepeatedWork } from './repeated-work';

/** Resolves after everything that is due now, promises included. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function counting(work: (run: number) => Promise<void> = () => Promise.resolve()) {
  const failures: unknown[] = [];
  const counts = { runs: 0, failures };
  const repeated = new RepeatedWork({ work: () => work(++counts.runs), failed: (error) => failures.push(error) });
  return { counts, repeated };
}

describe('RepeatedWork', () => {
  it('does together what is asked for while it works', async () => {
    const { counts, repeated } = counting();
    for (let i = 0; i < 5; i++) repeated.request();
    await settled();
    expect(counts.runs).toBe(2);
  });

  test.each([...Array(12).keys()])('loses no request that comes %i promises after its end', async (hops) => {
    const { counts, repeated } = counting();
    repeated.request();
    for (let i = 0; i < hops; i++) await Promise.resolve();
    repeated.request();
    await settled();
    expect(counts.runs).toBe(2);
  });

  it('goes on after a failure with what was asked for meanwhile', async () => {
    const { counts, repeated } = counting((run) => (run === 1 ? Promise.reject(new Error('no')) : Promise.resolve()));
    repeated.request();
    repeated.request();
    await settled();
    expect(counts).toEqual({ runs: 2, failures: [new Error('no')] });
  });

  it('ends', async () => {
    const { counts, repeated } = counting();
    repeated.request();
    repeated.stop();
    repeated.request();
    await settled();
    expect(counts.runs).toBe(1);
  });
});
