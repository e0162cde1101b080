import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

test('the commands of the picture in the README are answered', async () => {
  const { url } = await server.cluster({ nodes: 3, zones: 3 });
  const picture = readFileSync(join(ROOT, 'docs/images/session.svg'), 'utf8');
  const lines = [...picture.matchAll(/xml:space="preserve">([^<]*)</g)].map(([, line]) => line!);
  const shown = lines.join('\n').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const commands = shown.split('\n$ ').filter((part) => part.startsWith('curl'));
  expect(commands).toHaveLength(2);
  for (const part of commands) {
    const command = part.slice(0, part.lastIndexOf("}'") + 2).replace('localhost:8080', url.replace('http://', ''));
    const { stdout } = await run('bash', ['-c', command]);
    expect(JSON.parse(stdout)).not.toHaveProperty('errors');
    // What is shown below the command has the same fields.
    const before = JSON.parse(part.slice(part.lastIndexOf("}'") + 2)) as object;
    expect(Object.keys((JSON.parse(stdout) as { data: object }).data)).toEqual(
      Object.keys((before as { data: object }).data),
    );
  }
});
