// `npm start`'s own process on an empty embedded Postgres, with figures of what it and its database cost.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../../../tools/node-flags.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** `getconf CLK_TCK`: in what /proc counts processor time. */
const TICKS_PER_SECOND = 100;

/** Starts a server without nodes; `profileFolder` lets Node write a processor profile there when it ends. */
export async function startBenchServer({ profileFolder } = {}) {
  execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const main = join(root, 'dist/apps/standalone/main.js');
  const options = ['--ephemeral', '--port', String(port), '--nodes', '0', '--clock', 'manual'];
  const server = spawn(process.execPath, [...NODE_FLAGS, ...profiling, main, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((ready, fail) => {
    server.stdout.on('data', (chunk) => chunk.toString().includes('is ready') && ready());
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return new BenchServer(server, `http://127.0.0.1:${port}`);
}

class BenchServer {
  constructor(server, url) {
    this.server = server;
    this.url = url;
  }

  /** A cluster of its own, with a paused clock; answers a function that asks it by GraphQL. */
  async cluster(name, { nodes, zones }) {
    await this.ask(
      '',
      'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }',
      {
        input: { name, seed: 'bench', nodes, zones, clock: { mode: 'PAUSED', startAt: '2026-03-01T12:00:00Z' } },
      },
    );
    return (query, variables) => this.ask(`/clusters/${name}`, query, variables);
  }

  /** Fails for errors of either kind. */
  async ask(path, query, variables = {}) {
    const response = await fetch(`${this.url}${path}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = await response.json();
    const problems = [...errors, ...Object.values(data ?? {}).flatMap((answer) => answer?.errors ?? [])];
    if (problems.length > 0) throw new Error(problems[0].message);
    return data;
  }

  /** What has been spent since the server started: seconds of processor time of the server and of its database. */
  cpuSeconds() {
    const own = cpuOf(this.server.pid);
    const database = descendants(this.server.pid).reduce((sum, pid) => sum + cpuOf(pid, { withChildren: true }), 0);
    return { server: own, postgres: database, together: own + database };
  }

  /** Memory now, each process with its fair share of what it shares. */
  memoryMiB() {
    const server = pss(this.server.pid);
    const postgres = descendants(this.server.pid).reduce((sum, pid) => sum + pss(pid), 0);
    return { server, postgres, together: server + postgres };
  }

  /** A figure of the server about itself; those of the event loop cover the time since they were last read. */
  async gauge(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  /** Cumulative counts of a histogram by upper bound. */
  async histogram(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const rows = text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"[^}]*\\} (\\S+)$`, 'gm'));
    return new Map([...rows].map(([, bound, count]) => [bound === '+Inf' ? Infinity : Number(bound), Number(count)]));
  }

  async stop() {
    this.server.kill('SIGINT');
    await new Promise((done) => this.server.once('exit', done));
  }
}

/** Runs `work`; answers with its seconds of real time and of processor time. */
export async function measure(server, work) {
  const before = server.cpuSeconds();
  const startMs = performance.now();
  await work();
  const seconds = (performance.now() - startMs) / 1000;
  const after = server.cpuSeconds();
  return { seconds, server: after.server - before.server, postgres: after.postgres - before.postgres };
}

/** The smallest bound that `share` of what came between two readings of a histogram did not exceed. */
export function quantile(before, after, share) {
  const total = after.get(Infinity) - (before.get(Infinity) ?? 0);
  if (total === 0) return undefined;
  for (const [bound, count] of after) if (count - (before.get(bound) ?? 0) >= share * total) return bound;
  return Infinity;
}

function cpuOf(pid, { withChildren = false } = {}) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15);
    return (user + system + (withChildren ? childrenUser + childrenSystem : 0)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

function descendants(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return [Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))[1])];
      } catch {
        return [0, 0];
      }
    });
  const found = new Set([pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child);
  }
  found.delete(pid);
  return [...found];
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
