// `npm start`'s own process on an empty embedded Postgres, with figures of what it and its database cost.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, processTree, pssMiB, sumOver } from './process-figures.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/**
 * Interval between memory samples. It is long: the kernel walks all pages for a sample; ten samples a second took more
 * than a third of a processor.
 */
const MEMORY_EVERY_MS = 2000;
const QUIET_MS = 1000;
const CREATE = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';

/**
 * Starts a server whose state is kept on disk, as `npm start` does, with `options` of its command line; `folder` is the
 * state of an earlier server; with `profileFolder` Node writes a processor profile there when it ends.
 */
export async function startBenchServer({ options, profileFolder, folder = newFolder() }) {
  execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { NODE_FLAGS } = createRequire(import.meta.url)(join(root, 'dist/libs/sdk/server/node-flags.js'));
  const port = await freePort();
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profileFolder)}`] : [];
  const main = join(root, 'dist/apps/standalone/main.js');
  const flags = ['--port', String(port), '--data-dir', folder, ...options];
  const child = spawn(process.execPath, [...NODE_FLAGS, ...profiling, main, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // As tools/start.mjs does; graphql-js checks types with each use without it.
    env: { NODE_ENV: 'production', ...process.env },
  });
  const server = new BenchServer(child, `http://127.0.0.1:${port}`, folder);
  try {
    await server.ready();
  } catch (err) {
    await server.stop();
    throw err;
  }
  return server;
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  // Started by root, the database runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}

class BenchServer {
  constructor(child, url, folder) {
    this.process = child;
    this.url = url;
    this.folder = folder;
    this.ended = new Promise((done) => child.once('exit', done));
  }

  ready() {
    return new Promise((ready, fail) => {
      this.process.stdout.on('data', (chunk) => chunk.toString().includes('is ready') && ready());
      this.process.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
    });
  }

  /** A cluster of its own, with a manual clock; answers a function that asks it by GraphQL. */
  async cluster(name, { nodes, zones }) {
    await this.ask(
      '',
      'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }',
      {
        input: { name, seed: 'bench', nodes, zones, clock: { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' } },
      },
    );
    return (query, variables) => this.ask(`/clusters/${name}`, query, variables);
  }

  /** Asks the cluster under a path, '' for the default one, by GraphQL; fails for errors of either kind. */
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

  /**
   * Creates objects in the default cluster, by GraphQL, with a number of concurrent clients, each with `batch` objects
   * a request.
   */
  async create(objects, { clients = 1, batch }) {
    let next = 0;
    const client = async () => {
      while (next < objects.length) {
        const from = next;
        next += batch;
        await this.ask('', CREATE, { objects: objects.slice(from, from + batch) });
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Returns the processor time since the start of the server: seconds of the server and of its database. */
  cpuSeconds() {
    const [own, ...database] = processTree(this.process.pid);
    const figures = { server: cpuSeconds(own), postgres: sumOver(database, cpuSeconds) };
    return { ...figures, together: figures.server + figures.postgres };
  }

  /** Returns the current memory, with each process's share of the shared memory. */
  memoryMiB() {
    const [own, ...database] = processTree(this.process.pid);
    const figures = { server: pssMiB(own), postgres: sumOver(database, pssMiB) };
    return { ...figures, together: figures.server + figures.postgres };
  }

  /** Samples the memory until it is stopped; `stop` answers with the highest figures. */
  watchMemory() {
    const peaks = { server: 0, postgres: 0, together: 0 };
    const sample = () => {
      const now = this.memoryMiB();
      for (const key of Object.keys(peaks)) peaks[key] = Math.max(peaks[key], now[key]);
    };
    const timer = setInterval(sample, MEMORY_EVERY_MS);
    return {
      stop: () => {
        sample();
        clearInterval(timer);
        return peaks;
      },
    };
  }

  /** Returns a metric of the server, summed up over its labels; 0 if it is absent. */
  async metric(name, { label = '' } = {}) {
    const text = await this.metrics();
    const rows = text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'));
    return [...rows].reduce((sum, [, labels = '', value]) => (labels.includes(label) ? sum + Number(value) : sum), 0);
  }

  /** Cumulative counts of a histogram by upper bound. */
  async histogram(name) {
    const text = await this.metrics();
    const rows = text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"[^}]*\\} (\\S+)$`, 'gm'));
    return new Map([...rows].map(([, bound, count]) => [bound === '+Inf' ? Infinity : Number(bound), Number(count)]));
  }

  /** Waits until nothing has been written for a second; answers when, by `performance.now()`, the last write was seen. */
  async untilQuiet() {
    let last = await this.metric('orrery_writes_total');
    let lastAtMs = performance.now();
    while (performance.now() - lastAtMs < QUIET_MS) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = await this.metric('orrery_writes_total');
      if (now !== last) [last, lastAtMs] = [now, performance.now()];
    }
    return lastAtMs;
  }

  async metrics() {
    return (await fetch(`${this.url}/metrics`)).text();
  }

  /** Ends it; its data goes with it, unless another server is to start with it. */
  async stop({ keepsData = false } = {}) {
    this.process.kill('SIGINT');
    await this.ended;
    if (!keepsData) rmSync(this.folder, { recursive: true, force: true });
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

/** Returns the smallest bound that `share` of the observations between two readings of a histogram did not exceed. */
export function quantile(before, after, share) {
  const total = after.get(Infinity) - (before.get(Infinity) ?? 0);
  if (total === 0) return undefined;
  for (const [bound, count] of after) if (count - (before.get(bound) ?? 0) >= share * total) return bound;
  return Infinity;
}

export function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
