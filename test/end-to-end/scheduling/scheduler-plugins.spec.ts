import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadPluginModules, PluginModuleError } from '@orrery/control-plane';
import { PLUGIN_REGISTRY } from '@orrery/scheduler-plugins';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

const root = resolve(__dirname, '../../..');
const EXAMPLE = join(root, 'examples/scheduler-plugins/preferred-rack');
const CONFIG = 'config { profiles { plugins { extensionPoint name weight } } }';

let folder: string;
let server: TestGraphqlServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-plugins-'));
  const tool = join(root, 'tools/build-plugin.mjs');
  const built = execFileSync(process.execPath, [tool, `${EXAMPLE}.ts`, '--out', folder], { encoding: 'utf8' });
  server = await startTestGraphqlServer({ plugins: loadPluginModules([built.trim()], PLUGIN_REGISTRY) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('places by a plugin that was compiled, loaded and configured', async () => {
  const cluster = await server.cluster({ nodes: 3 });
  const place = async (name: string, rack: string): Promise<string | null> => {
    const metadata = { annotations: { 'example.com/rack': rack } };
    const object = podOf(name);
    await cluster.mutate(
      'createObject',
      { object: { ...object, metadata: { ...(object as { metadata: object }).metadata, ...metadata } } },
      'object { id }',
    );
    await cluster.mutate('advanceClock', { by: '15s' }, 'events');
    const { pod } = await cluster.query<{ pod: { spec: { nodeName: string | null } } }>(
      'query ($name: String!) { pod(name: $name) { spec { nodeName } } }',
      { name },
    );
    return pod.spec.nodeName;
  };
  for (const [name, rack] of [
    ['node-1', 'r1'],
    ['node-2', 'r2'],
  ] as const) {
    const labels = { apiVersion: 'v1', kind: 'Node', name, labels: { 'example.com/rack': rack } };
    await cluster.mutate('setLabels', labels, 'object { metadata { name } }');
  }
  // Spread over all nodes without the plugin: the scores do not put three equal pods on one node.
  const before = [await place('a', 'r2'), await place('b', 'r2'), await place('c', 'r2')];
  expect(new Set(before).size).toBeGreaterThan(1);

  const yaml = readFileSync(`${EXAMPLE}.yaml`, 'utf8');
  const { config } = await cluster.mutate<{ config: { profiles: { plugins: object[] }[] } }>(
    'setSchedulerConfig',
    { yaml },
    CONFIG,
  );
  expect(config.profiles[0]!.plugins).toContainEqual({ extensionPoint: 'score', name: 'PreferredRack', weight: 100 });
  expect([await place('d', 'r2'), await place('e', 'r2'), await place('f', 'r1')]).toEqual([
    'node-2',
    'node-2',
    'node-1',
  ]);
});

it("refuses a configuration with the plugin's own words", async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const yaml = readFileSync(`${EXAMPLE}.yaml`, 'utf8').replace('label: example.com/rack', 'label: ""');
  await expect(cluster.mutate('setSchedulerConfig', { yaml }, CONFIG)).rejects.toThrow(/label/);
});

it.each([
  ['no such file', undefined, /cannot be loaded/],
  ['no plugins', 'exports.other = 1;', /does not export a function named plugins/],
  ['no object', 'exports.plugins = () => 7;', /did not answer with an object/],
  ['no factory', 'exports.plugins = () => ({ Mine: 7 });', /plugin Mine is not a function/],
  ['a taken name', 'exports.plugins = () => ({ NodeName: () => ({}) });', /there is a plugin NodeName already/],
  ['a wrong name', 'exports.plugins = () => ({ "a/b": () => ({}) });', /"a\/b" cannot be a plugin's name/],
])('refuses a module with %s', (name, code, message) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.js`);
  if (code !== undefined) writeFileSync(file, code);
  const load = (): unknown => loadPluginModules([file], PLUGIN_REGISTRY);
  expect(load).toThrow(PluginModuleError);
  expect(load).toThrow(message);
});
