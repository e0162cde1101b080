// One row in a process of its own, so that rows do not share memory or compiled code. Takes arguments, answers on
// the last line of its output.
import { require } from './load-typescript.mjs';

const { name, nodes, pods, mode, databaseUrl, repeat } = JSON.parse(process.argv[2]);
const { schedulerWorkloads } = require('./workloads.ts');
const workload = schedulerWorkloads({ nodes, pods }).find((row) => row.name === name);
let result;
if (mode === 'decisions') {
  const { decidePods } = require('./decide-pods.ts');
  for (let i = 0; i < repeat; i++) {
    const rate = await decidePods(workload);
    if (!result || rate.podsPerSecond > result.podsPerSecond) result = rate;
  }
} else {
  const { bindPods } = require('./bind-pods.ts');
  result = await bindPods(workload, databaseUrl);
}
const peakMiB = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`\n${JSON.stringify({ ...result, peakMiB })}\n`, () => process.exit(0));
