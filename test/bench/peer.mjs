// npm run bench:peer — the same client against Orrery, a bare HTTP server as the floor, and the real control plane where its
// binaries are given; in turn, on one machine. Prints one table of ratios. docs/performance.md says how the binaries are built.
//   --kube-bin DIR  etcd, kube-apiserver and kube-scheduler          --rounds N (3)
//   --nodes N (1000)  --pods N (5000) of basic and create  --shaped N (2000) of anti and spread
//   --victims N (500) of preemption   --single N (200) of latency    --scenarios a,b  some of them
//   --json FILE  writes the figures   --record  writes test/bench/peer/figures.json and the table in docs/performance.md
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rowsOf, tableOf, withSection } from './peer/page.mjs';
import { SEQUENCES } from './peer/scenarios.mjs';
import { KUBE_PROGRAMS, startFloor, startOrrery, startReal } from './peer/sides.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const SIZES = { nodes: 1000, pods: 5000, shaped: 2000, victims: 500, single: 200 };
const { values } = parseArgs({
  options: {
    'kube-bin': { type: 'string' },
    rounds: { type: 'string', default: '3' },
    scenarios: { type: 'string' },
    json: { type: 'string' },
    record: { type: 'boolean', default: false },
    ...Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, { type: 'string', default: `${size}` }])),
  },
});
const sizes = Object.fromEntries(Object.keys(SIZES).map((name) => [name, countOf(name)]));
const asked = values.scenarios?.split(',');
const sides = sidesOf(values['kube-bin']);
const sequences = sequencesOf();
/** The floor takes no nodes' pods away. */
const NOT_OF_FLOOR = ['preemption'];

/** The side whose servers run; they are stopped when the run is ended by a signal. */
let running;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await running?.stop();
    process.exit(1);
  });
}

const rounds = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
for (let round = 0; round < countOf('rounds'); round++) {
  for (const side of Object.keys(sides)) rounds[side].push({});
  for (const sequence of sequences)
    for (const side of Object.keys(sides)) await runOn(side, sequence, rounds[side][round]);
  console.error(`round ${round + 1} of ${countOf('rounds')} is done`);
}
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const result = { date: new Date().toISOString().slice(0, 10), machine, sizes, rounds };
const rows = rowsOf(rounds);
console.log(tableOf(rows).join('\n'));
if (values.json) writeJson(values.json);
if (values.record) record();

/** Starts a side, asks it for the scenarios of a sequence one after the other, and stops it. */
async function runOn(name, sequence, figures) {
  const side = (running = await sides[name]());
  try {
    for (const [scenario, run] of Object.entries(sequence)) {
      if (name === 'floor' && NOT_OF_FLOOR.includes(scenario)) continue;
      Object.assign(figures, await run(side, sizes));
    }
    const { failed } = side.client;
    if (failed > 0) throw new Error(`${failed} objects were refused`);
  } catch (error) {
    throw new Error(`${name}, ${Object.keys(sequence).join(' and ')}: ${error.message}`, { cause: error });
  } finally {
    running = undefined;
    await side.stop();
  }
}

function sidesOf(folder) {
  const always = { orrery: startOrrery, floor: startFloor };
  if (folder === undefined) return always;
  for (const program of KUBE_PROGRAMS) {
    try {
      accessSync(join(folder, program), constants.X_OK);
    } catch {
      fail(`--kube-bin: there is no program ${program} in ${folder}`);
    }
  }
  return { orrery: startOrrery, real: () => startReal(resolve(folder)), floor: startFloor };
}

/** Returns the sequences, without those that contain no requested scenario; nodes are always included. */
function sequencesOf() {
  if (asked === undefined) return SEQUENCES;
  const known = new Set(SEQUENCES.flatMap((sequence) => Object.keys(sequence)));
  const unknown = asked.find((name) => !known.has(name));
  if (unknown !== undefined) fail(`--scenarios: ${unknown} is none of ${[...known].join(', ')}`);
  return SEQUENCES.filter((sequence) => Object.keys(sequence).some((name) => asked.includes(name)));
}

function countOf(name) {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1) fail(`--${name}: ${values[name]} is not a number above 0`);
  return count;
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

function writeJson(file) {
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

function record() {
  const page = join(root, 'docs/performance.md');
  writeJson(join(root, 'test/bench/peer/figures.json'));
  const { processor, cores, memoryGiB, node } = machine;
  const load = loadavg()[2].toFixed(1);
  const where = `Measured on ${result.date}: ${processor}, ${cores} processors, ${memoryGiB} GiB, Node ${node}; ${values.rounds} rounds of ${sizes.nodes} nodes, ${sizes.pods} pods (${sizes.shaped} of anti and spread), ${sizes.victims} victims, ${sizes.single} single pods (mean load of the machine in the last 15 minutes: ${load}).`;
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'peer', [where, '', ...tableOf(rows)]));
  execFileSync('npx', ['prettier', '--write', page, join(root, 'test/bench/peer/figures.json')], { cwd: root });
}
