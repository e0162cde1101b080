// node test/bench/scheduler/decisions.mjs — decisions a second for pods that ask about other pods, without any writes.
//   --nodes 500,5000  sizes of the cluster   --only TEXT  rows whose name contains it   --repeat N (5)  best of so many
import { createRequire } from 'node:module';
import Module from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transformSync } from '@swc/core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const require = createRequire(import.meta.url);
const { compilerOptions } = require(join(root, 'tsconfig.base.json'));
const swc = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const alias = compilerOptions.paths[request]?.[0];
  return resolveFilename.call(this, alias ? join(root, alias) : request, ...rest);
};
Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...swc,
    sourceMaps: 'inline',
    filename,
    swcrc: false,
  });
  module._compile(code, filename);
};

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '500,5000' },
    only: { type: 'string', default: '' },
    repeat: { type: 'string', default: '5' },
  },
});
const { affinityWorkloads } = require('./affinity-workloads.ts');
const { decidePods } = require('./decide-pods.ts');

const best = (workload) => {
  const rates = Array.from({ length: Number(values.repeat) }, () => decidePods(workload));
  return rates.reduce((a, b) => (a.podsPerSecond >= b.podsPerSecond ? a : b));
};
const rows = values.nodes
  .split(',')
  .flatMap((nodes) => affinityWorkloads(Number(nodes)))
  .filter(({ name }) => name.includes(values.only))
  .map(best);
if (rows.length === 0) throw new Error(`no row is named like "${values.only}"`);
console.table(
  rows.map(({ name, nodes, pods, bound, podsPerSecond }) => ({
    name,
    nodes,
    pods,
    bound,
    'pods per CPU second': Math.round(podsPerSecond),
  })),
);
