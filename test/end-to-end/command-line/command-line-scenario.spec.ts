import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import type { Terminal } from '../../../apps/cli/command';
import { runCli } from '../../../apps/cli/main';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let server: TestGraphqlServer;
const folder = mkdtempSync(join(tmpdir(), 'orrery-scenario-'));
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const scenario = (actions: object[]): string =>
  JSON.stringify({ apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', metadata: { name: 's' }, spec: { actions } });

async function run(
  yaml: string,
  given?: TestGraphqlCluster,
): Promise<{ readonly out: string; readonly failure: string | undefined }> {
  const cluster = given ?? (await server.cluster({ nodes: 1 }));
  const file = join(folder, 'story.yaml');
  writeFileSync(file, yaml);
  let [out, err] = ['', ''];
  const write = (text: string): void => void (out += text);
  const writeError = (text: string): void => void (err += text);
  const terminal: Terminal = { write, writeError, columns: 100, isColoured: false, environment: {} };
  const args = ['scenario', 'run', file, '--server', server.url, '--cluster', cluster.name];
  const code = await runCli(args, terminal);
  return { out, failure: code === 0 ? undefined : `${code} ${err.replace(/^orrery: |\n$/g, '')}` };
}

it('prints a line per step', async () => {
  const { out, failure } = await run(
    scenario([
      { at: '5s', cordon: 'node-1' },
      { name: 'cordoned', expect: { kind: 'Node', name: 'node-1', matches: { spec: { unschedulable: true } } } },
    ]),
  );
  expect(failure).toBeUndefined();
  expect(out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['SECONDS', 'OK', 'STEP', 'WHAT'],
    ['5', 'yes', 'cordon', 'node-1'],
    ['5', 'yes', 'cordoned', 'as expected'],
    [''],
  ]);
});

it('fails when something is not as expected, and when there is no scenario', async () => {
  const { out, failure } = await run(scenario([{ expect: { kind: 'Pod', name: 'none' } }]));
  expect(out).toMatch(/0 {2}no +expect +0 of 0 Pod none match/);
  expect(failure).toBe('1 scenario s failed');
  expect((await run('{}')).failure).toMatch(/^1 apiVersion and kind must be sim.orrery.dev\/v1 and Scenario/);
});

it('makes a cluster for each of several scenarios, and writes a report for CI', async () => {
  const files = [{ nodes: 2 }, { nodes: 4, seed: 'other' }].map((cluster, i) => {
    const text = scenario([{ name: 'the nodes', expect: { kind: 'Node', count: 2 } }]);
    const file = join(folder, `own-${i}.yaml`);
    const { spec, ...rest } = JSON.parse(text) as { spec: object };
    writeFileSync(file, JSON.stringify({ ...rest, spec: { cluster, ...spec } }));
    return file;
  });
  const junit = join(folder, 'junit.xml');
  const args = ['scenario', 'run', ...files, '--junit', junit, '--server', server.url];
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const terminal: Terminal = { write, writeError: () => undefined, columns: 100, isColoured: false, environment: {} };
  expect(await runCli(args, terminal)).toBe(1);
  expect(written.join('')).toContain('own-0.yaml: s');
  const report = readFileSync(junit, 'utf8');
  expect(report).toContain('tests="2" failures="1"');
  expect(report).toMatch(
    /<testcase classname="[^"]*own-1\.yaml" name="the nodes" time="0">\s*<failure message="[^"]+"/,
  );
});

it('warns of faults that an earlier scenario left behind', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const story = scenario([{ fault: { kind: 'HEARTBEATS_STOPPED', nodes: ['node-1'] } }]);
  expect((await run(story, cluster)).out).not.toContain('Warning');
  expect((await run(story, cluster)).out).toContain(
    'Warning: faults in force when the scenario began: HEARTBEATS_STOPPED on node-1; clearFaults ends them',
  );
});
