// npm run bench:descheduler — a dry run of all strategies over a large cluster, from the objects to the report; prints
// one table. Ends with an error when a strategy found nothing to do or the run takes longer than the aim.
//   --nodes N (5000)  --pods N (50000)  --repeat N (3)  best of so many  --aim MS (5000)
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import './scheduler/load-typescript.mjs';

const require = createRequire(import.meta.url);
const { largeCluster, measureDryRun } = require('./descheduler/large-cluster.ts');
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '5000' },
    pods: { type: 'string', default: '50000' },
    repeat: { type: 'string', default: '3' },
    aim: { type: 'string', default: '5000' },
  },
});
const [nodes, pods, repeat, aimMs] = [values.nodes, values.pods, values.repeat, values.aim].map(Number);
const objects = largeCluster(nodes, pods);
let best;
for (let i = 0; i < repeat; i++) {
  const figures = await measureDryRun(objects);
  if (!best || figures.totalMs < best.totalMs) best = figures;
}
console.table(
  best.strategies.map(({ strategy, ms, evicted }) => ({ strategy, ms: Math.round(ms), 'would evict': evicted })),
);
const seconds = (best.totalMs / 1000).toFixed(2);
console.log(
  `dry run of ${best.strategies.length} strategies, ${nodes} nodes, ${pods} pods: ${seconds} s, ${best.evicted} pods`,
);
if (best.evicted === 0) throw new Error('no strategy found anything to do');
if (best.totalMs > aimMs) throw new Error(`the aim is ${aimMs} ms`);
