// node test/bench/hidden-classes.mjs — what it costs to set a field that an object did not have (docs/adr/0008), and
// whether the results share a hidden class. Prints one table.
import { setFlagsFromString } from 'node:v8';
import { require } from './scheduler/load-typescript.mjs';

setFlagsFromString('--allow-natives-syntax');
const sameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)');
const { withFields } = require('@orrery/api-types');

const ways = {
  'spread, then the field': (object, added) => ({ ...object, added }),
  withFields: (object, added) => withFields(object, { added }),
  'field, then the spread': (object, added) => ({ added, ...object }),
  'spread over the field': (object, added) => ({ ...object, name: added }),
};
const COUNT = 100_000;
const sources = Array.from({ length: 1000 }, (_, i) => ({
  name: `n${i}`,
  phase: 'Pending',
  conditions: [],
  ip: '10.0.0.1',
}));

const rows = Object.entries(ways).map(([way, make]) => {
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const startedAtMs = performance.now();
    for (let i = 0; i < COUNT; i++) make(sources[i % sources.length], i);
    best = Math.min(best, performance.now() - startedAtMs);
  }
  const [first, second] = [make(sources[0], 1), make(sources[1], 2)];
  return { way, 'ns each': Math.round((best * 1e6) / COUNT), 'share a class': sameClass(first, second) };
});
process.stdout.write(`V8 ${process.versions.v8}\n`);
console.table(rows);
