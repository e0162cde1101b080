import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Redis from 'ioredis';
import { freePort } from '../free-port';
import { until } from '../until';

/** A Redis of a test's own. */
export interface RedisServer {
  readonly url: string;
  /** Loses everything, as a Redis without persistence does that was restarted. */
  flushAll(): Promise<void>;
  stop(): Promise<void>;
}

const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** `describe` for tests that need a `redis-server` program; without it they are reported as skipped, by name. */
export const describeWithRedis: jest.Describe = hasRedis ? describe : describe.skip;

/** Starts `redis-server` on a free port, without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-redis-'));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  await until('redis-server answers', async () => (await client.ping()) === 'PONG');
  return {
    url,
    flushAll: async () => void (await client.flushall()),
    stop: async () => {
      client.disconnect();
      const exit = once(server, 'exit');
      if (server.exitCode === null && server.kill()) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
