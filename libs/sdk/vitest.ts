import { afterAll, test } from 'vitest';
import { clusterTestOver } from './index';

/** The first test of a process waits for its server. */
const TIMEOUT_MS = 60_000;

/**
 * A test with a cluster of its own: `clusterTest('evicts', { nodes: 5 }, async (cluster) => { … })`. See
 * `docs/guides/testing.md`.
 */
export const clusterTest = clusterTestOver({
  declare: (name, run) => test(name, { timeout: TIMEOUT_MS }, ({ task }) => run(titleOf(task), task.file.filepath)),
  atEnd: (stop) => afterAll(stop),
});

interface Named {
  readonly name: string;
  readonly suite?: Named | undefined;
}

/** The names of the groups around a test and its own. */
function titleOf({ name, suite }: Named): string {
  return suite === undefined ? name : `${titleOf(suite)} ${name}`;
}
