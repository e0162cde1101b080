// npm run bench:exec — what `orrery exec -- COMMAND` adds to a command, here to `true`: by the clock, and in processor time
// of all processes (command line, server, Postgres) together. Prints one table.
//   --runs N (10)   of each way, one after the other
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs: ${values.runs} is not a number of runs`);

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Program as in an installed package: without the check for changed sources. */
const ORRERY = `require(${JSON.stringify(join(root, 'dist/command-line.js'))}).runCli(process.argv.slice(1)).then((code) => (process.exitCode = code))`;
/** Shell command with `times`, whose second line is the time of all children that have ended. */
const TIMES = '"$@" && times';

const server = await startBenchServer({ options: ['--nodes', '0', '--log-level', 'error'] });
const rows = [];
try {
  measure('with a server of its own', ['exec', '--', 'true']);
  measure('with a cluster of a server that runs', ['exec', '--server', server.url, '--', 'true']);
} finally {
  await server.stop();
}
console.log(`orrery exec -- true, ${runs} runs of each, with 3 nodes`);
console.table(rows);

function measure(what, args) {
  const wall = [];
  const processor = [];
  for (let i = 0; i < runs; i++) {
    const startMs = performance.now();
    const printed = execFileSync('bash', ['-c', TIMES, 'bash', process.execPath, '-e', ORRERY, '--', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    wall.push((performance.now() - startMs) / 1000);
    processor.push(secondsOf(printed.trim().split('\n').at(-1)));
  }
  rows.push({ what, 'p50 s': at(wall, 0.5), 'most s': at(wall, 1), 'processor p50 s': at(processor, 0.5) });
}

/** The sum of `0m1.234s 0m0.567s`. */
function secondsOf(line) {
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

function at(figures, share) {
  const sorted = [...figures].sort((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(2));
}
