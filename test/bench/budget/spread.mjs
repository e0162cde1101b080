// npm run bench:budget:spread — runs bench:budget many times and records what it found: the budget of a path is the median of the
// runs. Writes test/bench/budget/budget.json and, with the spread, the table in docs/performance.md.
//   --runs N (50)   --folder DIR  keeps the figures of each run, and goes on with those that are there; with --runs 0 nothing is run
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, short, withSection } from '../peer/page.mjs';
import { ALLOWED } from './judgement.mjs';
import { START } from './paths.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
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
  const paths = {};
  const whole = runs.reduce((most, run) => (run.results.length > most.results.length ? run : most));
  const lines = whole.results.map(({ name, unit }) => {
    // Runs of some paths alone have nothing of the others.
    const figures = runs.flatMap(({ results }) => results.filter((each) => each.name === name));
    const costs = figures.map(({ cost }) => cost);
    const ms = median(figures.map(({ cost, passMs }) => cost * passMs));
    paths[name] = Number(median(costs).toPrecision(4));
    const [least, most] = [Math.min(...costs), Math.max(...costs)].map((cost) => (cost / paths[name]).toFixed(2));
    const over = costs.filter((cost) => cost > paths[name] * ALLOWED).length;
    return [name, unit, short(ms), paths[name], `${least} to ${most}`, over];
  });
  const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
  const date = new Date().toISOString().slice(0, 10);
  const budgetFile = join(root, 'test/bench/budget/budget.json');
  writeFileSync(budgetFile, JSON.stringify({ date, machine, runs: runs.length, paths }));
  const page = join(root, 'docs/performance.md');
  const passMs = (isWanted) => {
    const wanted = runs.flatMap(({ results }) => results.filter(({ name }) => isWanted(name)));
    return median(wanted.map((result) => result.passMs)).toFixed(1);
  };
  const [ofStart, ofOthers] = [passMs((name) => name === START), passMs((name) => name !== START)];
  const where = `Median of ${runs.length} runs on ${date}: ${machine.processor}, ${machine.cores} processors, Node ${machine.node}; a pass takes ${ofOthers} ms there, one of the start ${ofStart} ms.`;
  const heads = ['path', 'unit', 'processor time, ms', 'passes', 'least and most of the runs', 'runs above 4/3'];
  const table = [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'budget', [where, '', ...table]));
  execFileSync('npx', ['prettier', '--write', page, budgetFile], { cwd: root });
}
