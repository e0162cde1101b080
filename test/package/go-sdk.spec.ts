import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../libs/testing/kit/graphql-server';

const ROOT = join(__dirname, '../..');
const MODULE = join(ROOT, 'sdk/go');

const story = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0 ? test : test.skip;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

/** Runs a program in the module; asynchronously, because the server lives in this process. */
async function run(
  program: string,
  ...args: string[]
): Promise<{ readonly code: number | null; readonly said: string }> {
  const orrery = `${process.execPath} ${join(ROOT, 'apps/cli/bin/orrery.mjs')}`;
  const own = { ORRERY_URL: server.url, ORRERY_BIN: orrery };
  const env = { ...process.env, ...own, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOPROXY: 'off' };
  const child = spawn(program, args, { cwd: MODULE, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

story("the tests of Go's package pass, and go vet and gofmt have nothing to say", async () => {
  expect(await run('go', 'vet', './...')).toEqual({ code: 0, said: '' });
  expect(await run('gofmt', '-l', '.')).toEqual({ code: 0, said: '' });
  const { code, said } = await run('go', 'test', '-count=1', './...');
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  expect(said).toMatch(/^ok\s+github\.com\/orrery-dev\/orrery\/sdk\/go\/orrerytest/);
});
