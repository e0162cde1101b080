import { after, test } from 'node:test';
import { clusterTestOver } from './index';

/**
 * A test with a cluster of its own: `clusterTest('evicts', { nodes: 5 }, async (cluster) => { … })`. See
 * `docs/guides/testing.md`.
 */
export const clusterTest = clusterTestOver({
  declare: (name, run) =>
    void test(name, (context) => {
      // Node 20 does not say it, and runs each file in a process of its own.
      const { filePath = process.argv[1] } = context as { readonly filePath?: string };
      return run(context.name, filePath);
    }),
  atEnd: (stop) => after(stop),
});
