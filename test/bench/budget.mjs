// npm run bench:budget — processor time a unit of a dozen paths, in passes of a calibration loop that runs in turn with each of them on
// the same machine; that of a start in passes of which a part is the load of a large library. Fails when a path costs more than a third above
// what test/bench/budget/budget.json has of this machine or, where that has too few runs of it, of the machine where it costs most.
//   --rounds N (7)  --only TEXT  paths with this text in their names  --json FILE  writes the figures
//   --judge-not  only measures; budget/spread.mjs records a new budget
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';
import { calibrate, calibrateStart } from './budget/calibration.mjs';
import { budgetOf, costInPasses, overBudget, passOf } from './budget/judgement.mjs';
import { PATHS, START } from './budget/paths.mjs';
import { processTree, secondsBetween, threadNanoseconds } from './process-figures.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const budgetFile = join(root, 'test/bench/budget/budget.json');
/** Runs of each path, and of the loop, that compile code and are not counted. */
const WARM_UPS = 4;
/** Number of further measurements on a server for paths that exceed their budget: the cheapest of all their runs counts. */
const SECOND_LOOKS = 2;
/**
 * Number of further servers that measure a path which exceeds its budget on one: the compilation of its code there may
 * be the cause.
 */
const OTHER_SERVERS = 1;
/** Passes that show which of the recorded machines this is like. */
const PASSES_OF_MACHINE = 20;
const STARTS = 2;
/** Passes before each start. */
const START_PASSES = 3;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    'judge-not': { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const isWanted = (name) => name.includes(values.only);

for (let i = 0; i < 5 * WARM_UPS; i++) calibrate();
const budget = existsSync(budgetFile) ? budgetOf(JSON.parse(readFileSync(budgetFile, 'utf8')).recordings, here()) : {};
/** Unit of a path and its runs, in ms a unit, by name. */
const figures = {};
const loopsMs = [];
const startPassesMs = [];
if (isWanted(START)) {
  for (let i = 0; i < STARTS || (i < STARTS + SECOND_LOOKS && isOver(START)); i++) await measureStart();
}
let asked = Object.keys(PATHS).filter(isWanted);
for (let i = 0; i <= OTHER_SERVERS && asked.length > 0; i++) {
  await measurePaths(asked);
  asked = asked.filter(isOver);
}
const results = resultsOf();
report();

/** Returns the machine, in the form of the recordings of budgets. */
function here() {
  const passMs = passOf(Array.from({ length: PASSES_OF_MACHINE }, () => calibrate() * 1000));
  return { processor: cpus()[0]?.model, node: process.version, passMs };
}

/** All of these on one server. */
async function measurePaths(names) {
  const server = await startBenchServer({ options: ['--nodes', '0', '--log-level', 'error'] });
  try {
    const shared = {};
    const states = {};
    for (const name of names) {
      states[name] = await PATHS[name].prepare(server, shared);
      for (let i = 0; i < WARM_UPS; i++) await runOnce(server, name, states[name]);
    }
    await server.untilQuiet();
    for (let look = 0; look <= SECOND_LOOKS; look++) {
      const looked = look === 0 ? names : names.filter(isOver);
      for (let round = 0; round < rounds; round++) {
        for (const name of looked) add(name, PATHS[name].unit, await runOnce(server, name, states[name]));
      }
    }
    for (const watch of Object.values(states).flatMap(({ watches = [] }) => watches)) await watch.close();
  } finally {
    await server.stop();
  }
}

/** One run of a path, and one of the loop; answers its cost in ms a unit. */
async function runOnce(server, name, state) {
  const { run, after } = PATHS[name];
  const times = () => threadNanoseconds(processTree(server.process.pid));
  loopsMs.push(calibrate() * 1000);
  const before = times();
  const units = await run(state);
  const seconds = secondsBetween(before, times());
  await after?.(state);
  return (seconds * 1000) / units;
}

/** Measures a start: from the command until a server is ready, all its processes together. */
async function measureStart() {
  for (let i = 0; i < START_PASSES; i++) startPassesMs.push(calibrateStart() * 1000);
  const started = await startBenchServer({ options: ['--nodes', '0', '--log-level', 'error'] });
  const { together } = started.cpuSeconds();
  await started.stop();
  add(START, 'start', together * 1000);
}

function isOver(name) {
  return !values['judge-not'] && budget[name] !== undefined && overBudget(resultsOf([name]), budget).length > 0;
}

function resultsOf(some = Object.keys(figures)) {
  return some.map((name) => {
    const passesMs = name === START ? startPassesMs : loopsMs;
    return { name, ...figures[name], cost: costInPasses(figures[name].runsMs, passesMs), passMs: passOf(passesMs) };
  });
}

function add(name, unit, ms) {
  figures[name] ??= { unit, runsMs: [] };
  figures[name].runsMs.push(ms);
}

function report() {
  const rows = results.map(({ name, unit, cost, passMs }) => {
    const allowed = budget[name];
    return {
      path: name,
      unit,
      ms: Number((cost * passMs).toPrecision(3)),
      passes: Number(cost.toPrecision(4)),
      budget: allowed ?? '',
      'of it': allowed === undefined ? '' : (cost / allowed).toFixed(2),
    };
  });
  const passes = new Set(results.map(({ passMs }) => passMs.toFixed(1)));
  console.log(`processor time a unit; a pass takes ${[...passes].join(' ms at the start, then ')} ms here`);
  console.table(rows);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ results })}\n`);
  if (values['judge-not']) return;
  const over = overBudget(results, budget);
  for (const line of over) console.error(line);
  if (over.length > 0) process.exitCode = 1;
}
