// npm run bench:budget:spread — runs bench:budget many times and records what it found: the median of the runs of a path. Its budget
// is the most of such medians on different machines, and on a machine of which fifty runs are recorded that of this one; what was
// recorded on one like this before is replaced.
// Writes test/bench/budget/budget.json and, with the spread, the table in docs/performance.md.
//   --runs N (50)   --folder DIR  keeps the figures of each run, and continues with the existing ones; with --runs 0 nothing is run
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, short, withSection } from '../peer/page.mjs';
import { ALLOWED, budgetOf, isLike } from './judgement.mjs';
import { START } from './paths.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const budgetFile = join(root, 'test/bench/budget/budget.json');
const page = join(root, 'docs/performance.md');
const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' }, folder: { type: 'string' } } });
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'orrery-budget-'));
mkdirSync(folder, { recursive: true });
for (let run = 0; run < Number(values.runs); run++) {
  const json = join(folder, `${Date.now()}.json`);
  const { status } = spawnSync(process.execPath, [join(root, 'test/bench/budget.mjs'), '--judge-not', '--json', json], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`a run ended with ${status}`);
  console.error(`run ${run + 1} of ${values.runs} is done`);
}
record(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
);

function record(runs) {
  if (runs.length === 0) throw new Error(`there are no runs in ${folder}`);
  const date = new Date().toISOString().slice(0, 10);
  const rows = rowsOf(runs);
  const paths = Object.fromEntries(rows.map(({ name, passes }) => [name, passes]));
  const passMs = Number(passMsOf(runs, rows.at(-1).name).toFixed(1));
  const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version, passMs };
  const others = recordedElsewhere(machine);
  const recordings = [...others, { date, machine, runs: runs.length, paths }];
  writeFileSync(budgetFile, JSON.stringify({ recordings }));
  const startMs = passMsOf(runs, START).toFixed(0);
  const where = [
    `Median of ${runs.length} runs on ${date}: ${machine.processor}, ${machine.cores} processors, Node ${machine.node}; a pass takes ${passMs} ms there, one of the start ${startMs} ms.`,
    ...others.map(({ runs: count, date: day, machine: { processor, passMs: ms } }) => {
      const pass = ms === undefined ? '' : `, a pass of ${ms} ms`;
      return `Recorded before: ${count} runs on ${day}, ${processor}${pass}.`;
    }),
    'A budget is the most of these, but on a machine of which fifty runs are recorded what was recorded there.',
  ].join(' ');
  const budget = budgetOf(recordings);
  const heads = [
    'path',
    'unit',
    'processor time, ms',
    'passes',
    'budget',
    'least and most of the runs',
    'runs above 4/3',
  ];
  const lines = rows.map((row) => [
    row.name,
    row.unit,
    short(row.ms),
    row.passes,
    budget[row.name],
    row.spread,
    row.over,
  ]);
  const table = [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'budget', [where, '', ...table]));
  execFileSync('npx', ['prettier', '--write', page, budgetFile], { cwd: root });
}

/** Returns for each path the median of the runs, and their spread around it. */
function rowsOf(runs) {
  const whole = runs.reduce((most, run) => (run.results.length > most.results.length ? run : most));
  return whole.results.map(({ name, unit }) => {
    const figures = figuresOf(runs, name);
    const costs = figures.map(({ cost }) => cost);
    const passes = Number(median(costs).toPrecision(4));
    const [least, most] = [Math.min(...costs), Math.max(...costs)].map((cost) => (cost / passes).toFixed(2));
    const over = costs.filter((cost) => cost > passes * ALLOWED).length;
    const ms = median(figures.map(({ cost, passMs }) => cost * passMs));
    return { name, unit, ms, passes, spread: `${least} to ${most}`, over };
  });
}

/** Runs of some paths alone have nothing of the others. */
function figuresOf(runs, name) {
  return runs.flatMap(({ results }) => results.filter((each) => each.name === name));
}

function passMsOf(runs, name) {
  return median(figuresOf(runs, name).map(({ passMs }) => passMs));
}

/**
 * Returns the recordings of other machines: several kinds of processors have one name, and differ by two in their
 * passes.
 */
function recordedElsewhere(here) {
  if (!existsSync(budgetFile)) return [];
  const { recordings } = JSON.parse(readFileSync(budgetFile, 'utf8'));
  return recordings.filter(({ machine }) => !isLike(machine, here));
}
