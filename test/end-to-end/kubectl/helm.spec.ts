import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer } from '@orrery/testing';

const binary = clientBinary('helm');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
let chart: string;

beforeAll(async () => {
  server = await startTestApiServer();
  chart = mkdtempSync(join(tmpdir(), 'orrery-chart-'));
  mkdirSync(join(chart, 'templates'));
  writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 0.1.0\nkubeVersion: ">=1.30.0"\n');
  writeFileSync(join(chart, 'values.yaml'), 'greeting: hello\n');
  const map =
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  greeting: {{ .Values.greeting }}\n';
  const service =
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  selector: {app: web}\n  ports: [{port: 80}]\n';
  writeFileSync(join(chart, 'templates/map.yaml'), map);
  writeFileSync(join(chart, 'templates/service.yaml'), service);
});
afterAll(async () => {
  rmSync(chart, { recursive: true, force: true });
  await server.close();
});

story('helm 4.1 installs, upgrades, rolls back and removes a release', async () => {
  const cluster = await server.cluster({ name: 'helm', nodes: 1 });
  const helm = new Client(binary!, cluster.url);
  const greeting = (): unknown =>
    cluster.runtime.cache.get({ resource: 'configmaps', namespace: 'default', name: 'shop' })?.['data'];
  expect(await helm.run(['install', 'shop', chart])).toMatch(/STATUS: deployed/);
  expect(greeting()).toEqual({ greeting: 'hello' });
  await helm.run(['upgrade', 'shop', chart, '--set', 'greeting=bye']);
  expect(greeting()).toEqual({ greeting: 'bye' });
  expect(await helm.run(['history', 'shop'])).toMatch(/2 .*deployed/);
  await helm.run(['rollback', 'shop', '1']);
  expect(greeting()).toEqual({ greeting: 'hello' });
  expect(await helm.run(['list'])).toMatch(/shop\s+default\s+3/);
  expect(await helm.run(['status', 'shop'])).toMatch(/REVISION: 3/);
  await helm.run(['uninstall', 'shop']);
  expect(greeting()).toBeUndefined();
  expect(cluster.runtime.cache.list('secrets', 'default')).toEqual([]);
  helm.dispose();
});
