// npm run start:processes: the topology of docker-compose.yml without Docker, on a Postgres and a Redis that are
// already running (ORRERY_DATABASE_URL, ORRERY_REDIS_URL; an empty ORRERY_REDIS_URL keeps the queues in Postgres).
//   npm run start:processes -- --kubelets 3 --schedulers 2
import { execFileSync, spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentOf, PROCESSES, programOf } from './topology.mjs';

const HELP = `Starts the processes of a distributed control plane on a running Postgres and Redis.

npm run start:processes -- [options]

  --kubelets N     processes that simulate kubelets [1]
  --schedulers N   schedulers [1]
  --help           this text

Variables (ORRERY_DATABASE_URL, ORRERY_REDIS_URL, ORRERY_PORT, …) are those of docker-compose.yml. Health and metrics
are served from ORRERY_HEALTH_PORT upwards, one port a process.
`;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const counts = readCounts();
execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

const children = new Map();
let stopping = false;
let exitCode = 0;
let healthPort = Number(process.env.ORRERY_HEALTH_PORT || 8081);
for (const { name } of PROCESSES) {
  const count = counts[name] ?? 1;
  for (let i = 1; i <= count; i++) start(name, count === 1 ? name : `${name}-${i}`);
}
// Ctrl-C in a terminal reaches the children too: a second signal does them no harm.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start(name, label) {
  const variables = environmentOf(name, { ...process.env, ORRERY_HEALTH_PORT: String(healthPort++) });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, programOf(name))], {
    env: { NODE_ENV: 'production', ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: we alone say when it ends.
    detached: true,
  });
  children.set(label, child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => process.stderr.write(`${label.padEnd(26)}| ${line}\n`));
  }
  child.on('exit', (code, signal) => {
    children.delete(label);
    if (!stopping || code !== 0) process.stderr.write(`${label.padEnd(26)}| ended with ${signal ?? code}\n`);
    if (code !== 0) exitCode = code ?? 1;
    if (!stopping) stop();
    if (children.size === 0) process.exit(exitCode);
  });
}

function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children.values()) child.kill('SIGTERM');
}

function readCounts() {
  try {
    const text = { type: 'string', default: '1' };
    const options = { kubelets: text, schedulers: text, help: { type: 'boolean', short: 'h' } };
    const { values } = parseArgs({ options });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    return { kubelet: count('--kubelets', values.kubelets), scheduler: count('--schedulers', values.schedulers) };
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
