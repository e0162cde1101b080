// npm run start:processes: the topology of docker-compose.yml without Docker, on a Postgres and a Redis that are
// already running (ORRERY_DATABASE_URL, ORRERY_REDIS_URL; an empty ORRERY_REDIS_URL keeps the queues in Postgres).
//   npm run start:processes -- --kubelets 3 --schedulers 2
import { execFileSync, spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Starts the processes of a distributed control plane on a running Postgres and Redis.

npm run start:processes -- [options]

  --kubelets N     processes that simulate kubelets [1]
  --schedulers N   schedulers [1]
  --once           end all when one ends, instead of starting it again
  --help           this text

A process that ends without being asked to is started again, after a pause that grows while it keeps ending; one that says that its
variables make no sense ends all.

Variables (ORRERY_DATABASE_URL, ORRERY_REDIS_URL, ORRERY_PORT, …) are listed at /docs/reference/settings of the server. Health and
metrics are served from ORRERY_HEALTH_PORT upwards, one port a process.
`;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** Pauses before a process that ended is started again, in ms: twice as long each time. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran for so long has recovered: its next end is the first of a new row. */
const STEADY_MS = 60_000;
/** The exit code of a process whose variables make no sense: it would end again in the same way. */
const MISUSED = 2;

const { once, ...counts } = readOptions();
execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

const settings = await import(pathToFileURL(join(root, 'dist/libs/platform/settings/index.js')));
const { PROCESSES, processEnvironment, programOf } = settings.default;
/** Running processes by label. */
const children = new Map();
/** Timers of processes that are about to be started again. */
const pauses = new Set();
let stopping = false;
let exitCode = 0;
let healthPort = Number(process.env.ORRERY_HEALTH_PORT || 8081);
for (const { name } of PROCESSES) {
  const count = counts[name] ?? 1;
  for (let i = 1; i <= count; i++) {
    start({ name, label: count === 1 ? name : `${name}-${i}`, port: healthPort++, pauseMs: FIRST_PAUSE_MS });
  }
}
// Ctrl-C in a terminal reaches the children too: a second signal does them no harm.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start({ name, label, port, pauseMs }) {
  const variables = processEnvironment(name, { ...process.env, ORRERY_HEALTH_PORT: String(port) });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, programOf(name))], {
    env: { NODE_ENV: 'production', ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: we alone say when it ends.
    detached: true,
  });
  const startedMs = performance.now();
  children.set(label, child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => say(label, line));
  }
  child.on('exit', (code, signal) => {
    children.delete(label);
    if (!stopping || code !== 0) say(label, `ended with ${signal ?? code}`);
    // A process that is still starting does not handle signals yet.
    if (stopping && signal === 'SIGTERM') return end(0);
    if (stopping || once || code === MISUSED) return end(code);
    const isSteady = performance.now() - startedMs >= STEADY_MS;
    restart({ name, label, port, pauseMs: isSteady ? FIRST_PAUSE_MS : pauseMs });
  });
}

function restart({ pauseMs, ...what }) {
  say(what.label, `is started again in ${pauseMs / 1000} s`);
  const pause = setTimeout(() => {
    pauses.delete(pause);
    start({ ...what, pauseMs: Math.min(LONGEST_PAUSE_MS, 2 * pauseMs) });
  }, pauseMs);
  pauses.add(pause);
}

/** A process ended, and all others are to end as well. */
function end(code) {
  if (code !== 0) exitCode = code ?? 1;
  stop();
}

function stop() {
  if (!stopping) for (const child of children.values()) child.kill('SIGTERM');
  stopping = true;
  for (const pause of pauses) clearTimeout(pause);
  if (children.size === 0) process.exit(exitCode);
}

function say(label, line) {
  process.stderr.write(`${label.padEnd(26)}| ${line}\n`);
}

function readOptions() {
  try {
    const text = { type: 'string', default: '1' };
    const flag = { type: 'boolean', default: false };
    const options = { kubelets: text, schedulers: text, once: flag, help: { type: 'boolean', short: 'h' } };
    const { values } = parseArgs({ options });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    return {
      once: values.once,
      kubelet: count('--kubelets', values.kubelets),
      scheduler: count('--schedulers', values.schedulers),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

function count(option, text) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 64) return value;
  throw new Error(`${option}: ${JSON.stringify(text)} is not a whole number from 1 to 64`);
}
