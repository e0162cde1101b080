import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@orrery/test-services';
import { createDatabase, startRedis, Topology } from '@orrery/test-services';

/** A server for a walk. */
export interface WalkServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the server with the script of `npm start`, on a free port and a folder of its own, which is removed with it. */
export async function startByNpmStart(): Promise<WalkServer> {
  const port = await freePort();
  const start = join(__dirname, '../../tools/start.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'orrery-walk-'));
  // Started by root, the database runs as another user.
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  const options = ['--data-dir', folder, '--port', String(port), '--clock', 'manual', '--bundle', 'okd-legacy'];
  const child = spawn(process.execPath, [start, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  await new Promise<void>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('is ready')) done();
      });
    }
    child.once('exit', () => fail(new Error(`the server ended:\n${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.kill('SIGTERM')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One process a component, on a database and a Redis of their own. */
export async function startProcesses(): Promise<WalkServer> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  const stopped = async (topology?: Topology): Promise<void> => {
    await topology?.kill();
    await redis.stop();
    await database.drop();
  };
  const topology = await Topology.start({
    databaseUrl: database.url,
    redisUrl: redis.url,
    variables: { ORRERY_NODES: '1' },
  }).catch(async (error: unknown) => {
    await stopped();
    throw error;
  });
  return { url: topology.url, stop: () => stopped(topology) };
}
