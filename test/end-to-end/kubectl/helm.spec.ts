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

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: signs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: signs, singular: sign, kind: Sign}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {text: {type: string}}}}}}}
`;
const SIGN = `apiVersion: example.com/v1
kind: Sign
metadata: {name: "{{ .Release.Name }}"}
spec: {text: open}
`;
const hookJob = (hook: string, command: string, weight: number): string => `apiVersion: batch/v1
kind: Job
metadata:
  name: "{{ .Release.Name }}-${hook}"
  annotations: {helm.sh/hook: ${hook}, helm.sh/hook-weight: "${weight}", helm.sh/hook-delete-policy: before-hook-creation}
spec:
  backoffLimit: 0
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox, command: [sh, -c, "${command}"]}]}}
`;
const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}"}
spec:
  replicas: 2
  selector: {matchLabels: {app: shop}}
  template: {metadata: {labels: {app: shop}}, spec: {containers: [{name: c, image: "{{ .Values.image }}"}]}}
`;

story('helm waits for workloads and hooks, installs kinds first, and undoes what fails', async () => {
  const cluster = await server.cluster({ name: 'helm-hooks', nodes: 1, clock: { mode: 'real' } });
  const helm = new Client(binary!, cluster.url);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-chart-'));
  for (const name of ['templates', 'crds']) mkdirSync(join(folder, name));
  const files: Readonly<Record<string, string>> = {
    'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
    'values.yaml': 'image: nginx\nend: "0"\n',
    'crds/sign.yaml': DEFINITION,
    'templates/sign.yaml': SIGN,
    'templates/workload.yaml': WORKLOAD,
    'templates/before.yaml': hookJob('pre-install', 'echo first', 0),
    'templates/after.yaml': hookJob('post-install', 'echo last', 1),
    'templates/upgrade.yaml': hookJob('pre-upgrade', 'exit {{ .Values.end }}', 0),
    'templates/test.yaml': hookJob('test', 'echo tested', 0),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const find = (resource: string, name: string) =>
    cluster.runtime.cache.get({ resource, namespace: 'default', name }) as Record<string, unknown> | undefined;
  await helm.run(['install', 'shop', folder, '--wait', '--timeout', '4m']);
  expect(find('deployments.apps', 'shop')).toMatchObject({ status: { readyReplicas: 2 } });
  expect(find('signs.example.com', 'shop')).toMatchObject({ spec: { text: 'open' } });
  for (const hook of ['pre-install', 'post-install']) {
    expect(find('jobs.batch', `shop-${hook}`)).toMatchObject({ status: { succeeded: 1 } });
  }
  expect(await helm.run(['test', 'shop'])).toMatch(/Phase: +Succeeded/);
  const failed = await helm.try(['upgrade', 'shop', folder, '--set', 'end=1', '--wait', '--timeout', '4m']);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('pre-upgrade hooks failed') as string });
  expect(await helm.run(['history', 'shop'])).toMatch(/1 .*deployed[^]*2 .*failed/);
  await helm.run(['upgrade', 'shop', folder, '--wait', '--timeout', '4m']);
  await helm.run(['uninstall', 'shop', '--wait', '--timeout', '4m']);
  expect(find('deployments.apps', 'shop')).toBeUndefined();
  expect(find('signs.example.com', 'shop')).toBeUndefined();
  rmSync(folder, { recursive: true, force: true });
  helm.dispose();
});
