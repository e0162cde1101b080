import { Client, clientBinary, RawClient, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** OpenShift's DeploymentConfigs, as `oc` and kubectl use them. */

const APPS = '/apis/apps.openshift.io/v1/namespaces/default/deploymentconfigs';
const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
let cluster: TestCluster;
let client: Client;
let raw: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  const settings = { bundle: 'okd-legacy' } as const;
  cluster = await server.cluster({ name: 'okd', nodes: 2, clock: { mode: 'manual' }, settings });
  raw = new RawClient(cluster.url);
  if (binary !== undefined) client = new Client(binary, cluster.url);
});
afterAll(async () => {
  client?.dispose();
  await server.close();
});

async function advance(seconds: number): Promise<void> {
  await cluster.runtime.advance({ untilMs: cluster.runtime.clock.now() + seconds * 1000 });
  await cluster.runtime.settle();
}

function config(name: string, spec: object = {}): string {
  return JSON.stringify({
    apiVersion: 'apps.openshift.io/v1',
    kind: 'DeploymentConfig',
    metadata: { name },
    spec: {
      replicas: 2,
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } },
      ...spec,
    },
  });
}

const post = (path: string, kind: string, body: object): Promise<RawReply> =>
  raw.send(`${APPS}/${path}`, { method: 'POST', body: { apiVersion: 'apps.openshift.io/v1', kind, ...body } });
const setImage = (name: string, image: string): Promise<string> =>
  client.run([
    'patch',
    `dc/${name}`,
    '-p',
    `{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"${image}"}]}}}}`,
  ]);
const sizes = (name: string): Promise<string> =>
  client.run([
    'get',
    'rc',
    '-l',
    `openshift.io/deployment-config.name=${name}`,
    '-o',
    'jsonpath={range .items[*]}{.metadata.name} {.metadata.annotations.openshift\\.io/deployment\\.phase} {.status.replicas}{"\\n"}{end}',
  ]);

story('a config is rolled out by a deployer pod, again when it changes, and back', async () => {
  await client.run(['create', '-f', '-'], config('web'));
  await cluster.runtime.settle();
  expect(await client.run(['get', 'pods', '-o', 'name'])).toBe('pod/web-1-deploy\n');
  await advance(30);
  expect(await sizes('web')).toBe('web-1 Complete 2\n');
  expect(await client.run(['get', 'dc', 'web'])).toMatch(
    /^NAME +REVISION +DESIRED +CURRENT +TRIGGERED BY\nweb +1 +2 +2 +config\n$/,
  );
  expect(await raw.send(`${APPS}/web/log?version=2`)).toMatchObject({
    code: 400,
    json: { message: 'invalid version for deploymentConfig "web": 2' },
  });

  await setImage('web', 'web:2');
  await cluster.runtime.settle();
  const followed = raw.send(`${APPS}/web/log?follow=true`);
  await advance(60);
  expect((await followed).bytes.toString()).toBe(
    [
      "--> Scaling up web-2 from 0 to 2, scaling down web-1 from 2 to 0 (keep 2 pods available, don't exceed 3 pods)",
      '    Scaling web-2 up to 1',
      '    Scaling web-1 down to 1',
      '    Scaling web-2 up to 2',
      '    Scaling web-1 down to 0',
      '--> Success\n',
    ].join('\n'),
  );
  expect(await sizes('web')).toBe('web-1 Complete 0\nweb-2 Complete 2\n');

  await client.run(['scale', 'dc/web', '--replicas=3']);
  await cluster.runtime.settle();
  const spec = {
    from: {},
    includeTemplate: true,
    includeTriggers: false,
    includeReplicationMeta: false,
    includeStrategy: false,
  };
  const back = await post('web/rollback', 'DeploymentConfigRollback', { name: 'web', spec });
  expect(back).toMatchObject({ code: 201, json: { status: { latestVersion: 3 } } });
  await client.run(['replace', '-f', '-'], JSON.stringify(back.json));
  await advance(60);
  expect(await sizes('web')).toBe('web-1 Complete 0\nweb-2 Complete 0\nweb-3 Complete 3\n');
  expect(await client.run(['get', 'dc', 'web', '-o', 'jsonpath={.spec.template.spec.containers[0].image}'])).toBe(
    'web:1',
  );

  await client.run(['delete', 'dc', 'web']);
  await advance(60);
  expect(await client.run(['get', 'rc,pods', '-o', 'name'])).toBe('');
});

story('a rollout is asked for, fails, and is cancelled', async () => {
  const hook = {
    failurePolicy: 'Abort',
    execNewPod: { containerName: 'main', command: ['sh', '-c', 'sleep 5; exit 1'] },
  };
  const strategy = { type: 'Recreate', recreateParams: { pre: hook } };
  await client.run(['create', '-f', '-'], config('asked', { strategy, triggers: [] }));
  await advance(10);
  expect(await sizes('asked')).toBe('');
  const request = { name: 'asked', latest: true, force: true };
  expect(await post('asked/instantiate', 'DeploymentRequest', request)).toMatchObject({
    code: 201,
    json: { status: { latestVersion: 1, details: { message: 'manual change', causes: [{ type: 'Manual' }] } } },
  });
  await advance(30);
  expect(await sizes('asked')).toBe('asked-1 Failed 0\n');
  const { bytes } = await raw.send(`${APPS}/asked/log`);
  expect(bytes.toString()).toContain(
    'error: pre hook failed: the pre hook failed: , aborting rollout of default/asked-1\n',
  );
  expect(await post('asked/instantiate', 'DeploymentRequest', { ...request, force: false })).toMatchObject({
    code: 201,
    json: { kind: 'Status', code: 204, message: 'deployment config "asked" cannot be instantiated' },
  });

  await post('asked/instantiate', 'DeploymentRequest', request);
  await advance(3);
  await client.run(['annotate', 'rc/asked-2', 'openshift.io/deployment.cancelled=true']);
  await advance(30);
  expect(await sizes('asked')).toBe('asked-1 Failed 0\nasked-2 Failed 0\n');
  expect(await client.run(['get', 'events', '-o', 'jsonpath={.items[*].message}'])).toContain(
    'Rollout for "default/asked-2" cancelled',
  );
  await client.run(['patch', 'dc', 'asked', '-p', '{"spec":{"paused":true}}']);
  expect(await post('asked/instantiate', 'DeploymentRequest', request)).toMatchObject({
    code: 422,
    json: {
      message:
        'DeploymentRequest.apps.openshift.io "asked" is invalid: spec.paused: Invalid value: true: deployment config "asked" is ' +
        'paused - unpause to request a new deployment',
    },
  });
});

story('a config that cannot be is refused with its fields', async () => {
  const { stderr } = await client.try(
    ['create', '-f', '-'],
    config('bad', { strategy: { type: 'Custom' }, replicas: -1 }),
  );
  expect(stderr).toContain('spec.strategy.customParams: Required value');
  expect(stderr).toContain('spec.replicas: Invalid value: -1: replicas cannot be negative');
});
