import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../libs/testing/kit/graphql-server';

const ROOT = join(__dirname, '../..');
const PACKAGE = join(ROOT, 'sdk/python');

/** A Python with pytest and the client, as Debian's packages are; undefined where there is none. */
const python = ['/usr/bin/python3', 'python3'].find(
  (each) => spawnSync(each, ['-c', 'import pytest, xdist, kubernetes'], { stdio: 'ignore' }).status === 0,
);
const story = python === undefined ? test.skip : test;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

story("the tests of Python's package pass, two at a time", async () => {
  const env = {
    ...process.env,
    PYTHONPATH: PACKAGE,
    PYTHONDONTWRITEBYTECODE: '1',
    ORRERY_BIN: `${process.execPath} ${join(ROOT, 'apps/cli/bin/orrery.mjs')}`,
    ORRERY_URL: server.url,
  };
  const child = spawn(python!, ['-m', 'pytest', '-q', '-n', '2', '-p', 'no:cacheprovider', 'tests'], {
    cwd: PACKAGE,
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  expect(said).toMatch(/^\d{2} passed in/m);
});

test('the first test of the README is one of those that are run', () => {
  const page = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  expect(page).toContain(`\`\`\`python\n${readFileSync(join(PACKAGE, 'tests/test_first.py'), 'utf8')}\`\`\`\n`);
});
