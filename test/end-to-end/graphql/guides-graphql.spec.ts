import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)];

/** Files that the guides show and hand over as a variable. */
const VARIABLES: Readonly<Record<string, unknown>> = {
  yaml: 'kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\n',
  file: 'apiVersion: v1\nkind: MasterConfig\n',
};

const BLOCKS = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```graphql\n([^`]*(?:`{1,2}[^`]+)*)^```/gm)].map((found) => ({
    place: `${page}, block ${found.index}`,
    text: found[1]!,
  })),
);

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

it('finds the blocks', () => expect(BLOCKS.length).toBeGreaterThan(15));

test.each(BLOCKS)('$place is answered without an error', async ({ text }) => {
  const cluster = await server.cluster({ nodes: 3, zones: 3 });
  const containers = [{ name: 'c', image: 'nginx' }];
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } };
  await cluster.mutate('createObject', { object: pod }, 'object { id }');
  const named = Object.fromEntries([...text.matchAll(/\$(\w+):/g)].map(([, name]) => [name!, VARIABLES[name!]]));
  // A heartbeat must be missing for the clock to stop at a node that is not ready.
  if (text.includes('status: "Unknown"')) await cluster.mutate('stopHeartbeats', { nodes: ['node-1'] }, 'nodes');
  const { data, errors } = await cluster.send<Record<string, { readonly errors?: readonly unknown[] } | null>>(
    text,
    named,
  );
  expect(errors).toEqual([]);
  for (const field of Object.values(data!)) expect(field?.errors ?? []).toEqual([]);
});

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
