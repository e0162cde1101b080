import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@orrery/test-services';
import { createDatabase, until, type FreshDatabase } from '@orrery/test-services';

const LAUNCHER = join(__dirname, '../../tools/start-processes.mjs');

let database: FreshDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

interface Launched {
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly url: string;
  end(): void;
}

async function launch(...options: string[]): Promise<Launched> {
  const port = await freePort();
  // One after the other from here on, below the ports that systems give out by themselves.
  const healthPort = 20_000 + (process.pid % 1000) * 8;
  const child = spawn(process.execPath, [LAUNCHER, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ORRERY_DATABASE_URL: database.url,
      ORRERY_REDIS_URL: '',
      ORRERY_PORT: String(port),
      ORRERY_HEALTH_PORT: String(healthPort),
      ORRERY_LOG_LEVEL: 'info',
    },
  });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    pid: child.pid!,
    output: () => output,
    ended,
    url: `http://127.0.0.1:${port}`,
    end: () => child.kill('SIGTERM'),
  };
}

/** The process of a program among the children of the launcher. */
function childOf({ pid }: Launched, program: string): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program));
}

const isServing = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a process that dies is started again, and the others go on', async () => {
  const launched = await launch();
  await until('the API server serves', () => isServing(launched.url));
  const scheduler = childOf(launched, 'apps/scheduler/main.js')!;
  process.kill(scheduler, 'SIGKILL');
  await until('a new scheduler runs', () => {
    const now = childOf(launched, 'apps/scheduler/main.js');
    return now !== undefined && now !== scheduler;
  });
  expect(launched.output()).toMatch(/scheduler +\| ended with SIGKILL\n.*scheduler +\| is started again in 0.5 s/s);
  expect(await isServing(launched.url)).toBe(true);
  launched.end();
  expect(await launched.ended).toBe(0);
});

test('with --once the end of one process is the end of all', async () => {
  const launched = await launch('--once');
  await until('the API server serves', () => isServing(launched.url));
  process.kill(childOf(launched, 'apps/kubelet/main.js')!, 'SIGKILL');
  expect(await launched.ended).toBe(1);
  expect(launched.output()).not.toContain('started again');
});
