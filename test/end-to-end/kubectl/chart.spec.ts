import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES, programOf, variableOf } from '@orrery/settings';
import { Client, clientBinary } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer } from '@orrery/testing';
import { parseAllDocuments } from 'yaml';

const ROOT = join(__dirname, '../../..');
const CHART = join(ROOT, 'deploy/chart/orrery');
/** Made from the chart by `npm run reference`. */
const MANIFESTS = join(ROOT, 'deploy/manifests/orrery.yaml');
const writes = process.env['ORRERY_WRITE_REFERENCE'] === 'true';

const helm = clientBinary('helm');
const kubectl = clientBinary('kubectl');
const story = helm === undefined || kubectl === undefined ? test.skip : test;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly { args: string[]; env: { name: string; value?: string }[] }[] };
    };
  };
}

/** Returns the manifests that the chart renders from these values. */
function template(...options: string[]): string {
  const args = ['template', 'orrery', CHART, '--namespace', 'orrery', ...options];
  const { stdout, stderr, status } = spawnSync(helm!, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const manifestsOf = (text: string): Manifest[] => parseAllDocuments(text).map((each) => each.toJS() as Manifest);

/** Every part of the chart that is left out unless one asks for it. */
const EVERYTHING = [
  ...['--set', 'redis.secretName=orrery-redis', '--set', 'tls.secretName=orrery-tls'],
  ...['--set', 'ingress.enabled=true,ingress.hosts={orrery.example.com},ingress.tlsSecretName=web'],
  ...['--set', 'ingress.className=nginx,ingress.annotations.a=b,service.annotations.a=b,podAnnotations.a=b'],
  ...['--set', 'podLabels.team=blue,nodeSelector.disk=ssd,priorityClassName=high,image.pullSecrets[0].name=registry'],
  ...['--set', 'tolerations[0].key=dedicated,tolerations[0].operator=Exists,allowedHosts={other.example.com}'],
  ...['--set-json', 'env={"ORRERY_SCHEDULER_PLUGINS":"/plugins/a.js","KUBE_MAX_PD_VOLS":39}'],
];

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

story('helm lint has nothing to say of the chart', () => {
  const { stdout } = spawnSync(helm!, ['lint', '--strict', '--quiet', CHART], { encoding: 'utf8' });
  expect(stdout.trim()).toBe('');
});

story('the plain manifests are what the chart makes', () => {
  const header =
    '# Made from deploy/chart/orrery by npm run reference; docs/guides/deploying.md tells how they are used.\n';
  const text = header + template('--set', 'redis.secretName=orrery-redis', '--no-hooks');
  if (writes) writeFileSync(MANIFESTS, text);
  expect(readFileSync(MANIFESTS, 'utf8')).toBe(text);
});

story('there is a Deployment for each process, with variables that the process reads', () => {
  const deployments = manifestsOf(template(...EVERYTHING)).filter(({ kind }) => kind === 'Deployment');
  expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(
    PROCESSES.map(({ name }) => `orrery-${name}`).sort(),
  );
  for (const { name, settings } of PROCESSES) {
    const { args, env } = deployments.find(({ metadata }) => metadata.name === `orrery-${name}`)!.spec!.template!.spec
      .containers[0]!;
    const known = Object.values(settings);
    expect(args).toEqual([programOf(name)]);
    expect(env.filter((one) => !known.some((setting) => variableOf(setting) === one.name))).toEqual([]);
    for (const { name: variable, value } of env) {
      const setting = known.find((each) => variableOf(each) === variable)!;
      if (value !== undefined)
        expect([variable, setting.parse(value)]).toEqual([variable, { value: expect.anything() }]);
    }
  }
});

story.each([
  ['apiServer.replicas=-1', /'?\/apiServer\/replicas'?: minimum: got -1, want 0/],
  ['shards.kubelet=0', /shards\/kubelet/],
  ['cluster.clock=sundial', /cluster\/clock/],
  ['logLevel=loud', /logLevel/],
  ['database.secretName=', /database\/secretName/],
  ['ingress.enabled=true', /ingress\/hosts/],
  ['aipServer.replicas=2', /aipServer/],
  ['env.NOT-A-NAME=x', /NOT-A-NAME/],
])('the value %s is refused by name', (value, message) => {
  expect(() => template('--set', value)).toThrow(message);
});

story('every object is right by the schema of the server, field by field', async () => {
  const cluster = await server.cluster({ name: 'chart-schema' });
  const client = new Client(kubectl!, cluster.url);
  await client.run(['create', 'namespace', 'orrery']);
  const text = template(...EVERYTHING);
  const said = await client.run(['apply', '--dry-run=server', '--validate=strict', '-f', '-'], text);
  const expected = manifestsOf(text).length;
  expect(said.trim().split('\n')).toHaveLength(expected);
  expect(expected).toBe(PROCESSES.length + ['Service', 'Ingress', 'Job'].length);
  client.dispose();
});

story('a cluster of this emulator installs, upgrades and removes the chart', async () => {
  const cluster = await server.cluster({ name: 'chart', nodes: 2 });
  const client = new Client(kubectl!, cluster.url);
  const installer = new Client(helm!, cluster.url);
  const find = (resource: string, name: string) =>
    cluster.runtime.cache.get({ resource, namespace: 'default', name }) as Record<string, unknown> | undefined;
  await client.run(['create', 'secret', 'generic', 'orrery-database', '--from-literal=url=postgresql://db/orrery']);
  await client.run([
    'create',
    'secret',
    'generic',
    'orrery-users',
    '--from-literal=users.csv=t,admin,1,system:masters',
  ]);
  const wait = ['--wait', '--timeout', '4m'];
  expect(await installer.run(['install', 'orrery', CHART, ...wait])).toMatch(/STATUS: deployed/);
  for (const { name } of PROCESSES) {
    expect(find('deployments.apps', `orrery-${name}`)).toMatchObject({ status: { availableReplicas: 1 } });
  }
  const pods = cluster.runtime.cache.list('pods', 'default') as unknown as { status: { phase: string } }[];
  expect(pods.map(({ status }) => status.phase)).toEqual(PROCESSES.map(() => 'Running'));
  // The pod of the hook is gone with its Job; the event of its container stays.
  expect(await client.run(['get', 'events', '-o', 'jsonpath={.items[*].involvedObject.name}'])).toMatch(
    /orrery-migration-/,
  );
  expect(find('endpoints', 'orrery')).toMatchObject({ subsets: [{ ports: [{ port: 8080 }] }] });
  await installer.run(['upgrade', 'orrery', CHART, '--set', 'kubelet.replicas=3', ...wait]);
  expect(find('deployments.apps', 'orrery-kubelet')).toMatchObject({ status: { availableReplicas: 3 } });
  await installer.run(['uninstall', 'orrery', '--wait', '--timeout', '4m']);
  expect(find('deployments.apps', 'orrery-kubelet')).toBeUndefined();
  for (const each of [client, installer]) each.dispose();
});
