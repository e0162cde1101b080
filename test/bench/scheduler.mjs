// npm run bench:scheduler — the shapes of upstream's scheduler_perf: decisions in memory, and bindings committed on the
// embedded Postgres with store, router and scheduler only. Each row runs in processes of its own; prints one table.
//   --only TEXT       rows whose name contains it       --nodes N (5000)   size of the cluster, where the row has none
//   --pods N          measured pods at most             --quick            500 nodes, 1,000 pods at most, no repetition
//   --repeat N (3)    decisions: best of so many        --decisions-only   leaves the database out
//   --no-growth       skips the second, smaller cluster  --record          writes test/bench/scheduler-baseline.json
// Ends with an error when a row does not place all of its pods.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds, processTree, pssMiB, sumOver } from './process-figures.mjs';
import { require, root } from './scheduler/load-typescript.mjs';

const SMALL_CLUSTER = 500;
const baselineFile = join(root, 'test/bench/scheduler-baseline.json');
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    nodes: { type: 'string' },
    pods: { type: 'string' },
    repeat: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'decisions-only': { type: 'boolean', default: false },
    'no-growth': { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const size = {
  nodes: Number(values.nodes ?? (values.quick ? SMALL_CLUSTER : 5000)),
  pods: Number(values.pods ?? (values.quick ? 1000 : 100_000)),
};
const repeat = Number(values.repeat ?? (values.quick ? 1 : 3));
const { NODE_FLAGS } = require('../../../libs/sdk/server/node-flags.ts');
const { schedulerWorkloads } = require('./workloads.ts');
const workloads = schedulerWorkloads(size).filter(({ name }) => name.includes(values.only));
if (workloads.length === 0) throw new Error(`no row is named like "${values.only}"`);
const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, 'utf8')) : {};

const results = [];
for (const workload of workloads) {
  const decisions = await runRow(workload, { mode: 'decisions', repeat, ...size });
  const isGrown = !values['no-growth'] && workload.nodes > SMALL_CLUSTER && workload.nodes === size.nodes;
  const small = isGrown
    ? await runRow(workload, { mode: 'decisions', repeat, ...size, nodes: SMALL_CLUSTER })
    : undefined;
  const bindings = values['decisions-only'] ? undefined : await runEndToEnd(workload);
  results.push({ workload, decisions, small, bindings });
  // For those who wait: a whole run takes minutes.
  process.stderr.write(`${Object.values(rowOf(results.at(-1))).join('  ')}\n`);
}
report();

/** Runs a row in a fresh process with the flags of `npm start`. */
function runRow({ name }, job) {
  const script = join(root, 'test/bench/scheduler/run-row.mjs');
  const args = [...NODE_FLAGS, script, JSON.stringify({ name, ...job })];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${name}: ${stderr || error.message}`));
      else resolve(JSON.parse(stdout.trim().split('\n').pop()));
    });
  });
}

async function runEndToEnd(workload) {
  const { startEmbeddedPostgres } = require('@orrery/postgres');
  const { applyMigrations } = require('@orrery/store');
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ folder });
  try {
    await applyMigrations(database.url);
    const memory = watchMemory(database.pid);
    const cpuBefore = cpuOfTree(database.pid);
    const result = await runRow(workload, { mode: 'bindings', databaseUrl: database.url, ...size });
    return { ...result, databaseMiB: memory.stop(), databaseCpuSeconds: cpuOfTree(database.pid) - cpuBefore };
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report() {
  const [load] = loadavg();
  console.log(`cluster of ${size.nodes} nodes; load of the machine now ${load.toFixed(1)}`);
  console.table(results.map(rowOf));
  console.log(
    [
      'decisions/s: pods a second of processor time, in memory, best of ' + repeat + '; p50/p99: time of one decision',
      'bound/s: pods created and their bindings committed a second of wall time; p50/p99: from creation to binding, committed',
      'CPU: seconds of processor time of the process / of the database with its set-up; MiB: peaks of both together',
      `growth: cost of a decision with ${size.nodes} nodes over that with ${SMALL_CLUSTER}`,
      'kube: the real scheduler with 5,000 nodes, measured on two cores with everything on them / threshold published for large machines',
    ].join('\n'),
  );
  if (values.record) record();
  const wrong = results.filter(
    ({ workload, decisions, bindings }) =>
      decisions.bound !== workload.pods || (bindings && bindings.bound !== workload.pods),
  );
  for (const { workload, decisions, bindings } of wrong) {
    console.error(
      `${workload.name}: ${workload.pods} pods, ${decisions.bound} decided, ${bindings?.bound ?? '-'} bound`,
    );
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

function rowOf({ workload, decisions, small, bindings }) {
  const before = baseline[workload.name];
  const ratio = (now, then) => (then ? (now / then).toFixed(2) : '');
  const { measured = '-', published = '-' } = workload.upstream;
  return {
    row: workload.name,
    nodes: workload.nodes,
    pods: workload.pods,
    'decisions/s': Math.round(decisions.podsPerSecond),
    'p50/p99 µs': `${Math.round(decisions.p50Us)}/${Math.round(decisions.p99Us)}`,
    growth: small ? (small.podsPerSecond / decisions.podsPerSecond).toFixed(2) : '',
    MiB: Math.round(decisions.peakMiB),
    ...(before ? { 'to baseline': ratio(decisions.podsPerSecond, before.decisionsPerSecond) } : {}),
    ...(bindings
      ? {
          'bound/s': Math.round(bindings.podsPerSecond),
          'p50/p99 ms': `${Math.round(bindings.p50Ms)}/${Math.round(bindings.p99Ms)}`,
          'CPU s': `${bindings.cpuSeconds.toFixed(1)}/${bindings.databaseCpuSeconds.toFixed(1)}`,
          'MiB both': Math.round(bindings.peakMiB + bindings.databaseMiB),
          ...(before?.boundPerSecond
            ? { 'to its baseline': ratio(bindings.podsPerSecond, before.boundPerSecond) }
            : {}),
        }
      : {}),
    kube: `${measured}/${published}`,
  };
}

function record() {
  for (const { workload, decisions, bindings } of results) {
    baseline[workload.name] = {
      decisionsPerSecond: Math.round(decisions.podsPerSecond),
      ...(bindings ? { boundPerSecond: Math.round(bindings.podsPerSecond) } : {}),
    };
  }
  writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** Processor time of a process and of all below it, those that have ended included. */
function cpuOfTree(pid) {
  return sumOver(processTree(pid), cpuSeconds);
}

function watchMemory(pid) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, sumOver(processTree(pid), pssMiB));
  }, 500);
  return { stop: () => (clearInterval(timer), peak) };
}
