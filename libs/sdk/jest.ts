import { clusterTestOver } from './index';

/** Functions that Jest puts into the scope of test files. */
declare const test: (name: string, run: () => Promise<void>, timeoutMs?: number) => void;
declare const expect: { getState(): { readonly currentTestName?: string; readonly testPath?: string } };
declare const afterAll: (run: () => Promise<void>) => void;

/** The first test of a process waits for its server. */
const TIMEOUT_MS = 60_000;

/**
 * A test with a cluster of its own: `clusterTest('evicts', { nodes: 5 }, async (cluster) => { … })`. See
 * `docs/guides/testing.md`.
 */
export const clusterTest = clusterTestOver({
  declare: (name, run) =>
    test(
      name,
      () => {
        const { currentTestName = name, testPath } = expect.getState();
        return run(currentTestName, testPath);
      },
      TIMEOUT_MS,
    ),
  atEnd: (stop) => afterAll(stop),
});
