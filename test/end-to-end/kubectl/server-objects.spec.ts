import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, clientBinary, RawClient } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { DefaultRolesController } from '../../../apps/controller-manager/identities/default-roles-controller';
import { GROUP, OtherServer } from './other-api-server';

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

interface Scene extends TestCluster {
  readonly kubectl: Client;
}

async function scene(name: string): Promise<Scene> {
  const cluster = await server.cluster({ name, clock: { mode: 'manual' } });
  await cluster.runtime.settle();
  return { ...cluster, kubectl: new Client(binary!, cluster.url) };
}

story('flow schemas and levels are there, stay as they must, and say whether their level exists', async () => {
  const { kubectl, runtime } = await scene('flow');
  const schemas = await kubectl.run(['get', 'flowschemas']);
  expect(schemas.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
    'NAME',
    'exempt',
    'probes',
    'system-leader-election',
    'endpoint-controller',
    'workload-leader-election',
    'system-node-high',
    'system-nodes',
    'kube-controller-manager',
    'kube-scheduler',
    'kube-system-service-accounts',
    'service-accounts',
    'global-default',
    'catch-all',
    '',
  ]);
  expect(schemas).toMatch(/catch-all +catch-all +10000 +ByUser +\S+ +False/);
  expect(await kubectl.run(['get', 'prioritylevelconfigurations'])).toMatch(/workload-low +Limited +100 +128 +6 +50 /);
  await kubectl.run(['delete', 'prioritylevelconfiguration', 'workload-low', 'catch-all']);
  await kubectl.run(['annotate', 'flowschema', 'exempt', 'apf.kubernetes.io/autoupdate-spec-']);
  const patch = '{"spec":{"matchingPrecedence":7}}';
  await kubectl.run(['patch', 'flowschema', 'probes', '--type=merge', `--patch=${patch}`]);
  const refused = await kubectl.try(['patch', 'flowschema', 'catch-all', '--type=merge', `--patch=${patch}`]);
  expect(refused.stderr).toContain("spec of 'catch-all' must equal the fixed value");
  const level = { priorityLevelConfiguration: { name: 'absent' } };
  const own = {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name: 'own' },
    spec: level,
  };
  await kubectl.run(['create', '-f', '-'], JSON.stringify(own));
  await runtime.settle();
  expect(await kubectl.run(['get', 'prioritylevelconfigurations', '-o', 'name'])).toMatch(/catch-all[^]*workload-low/);
  const exempt = await kubectl.run(['get', 'flowschema', 'exempt', '-o', 'jsonpath={.metadata.annotations}']);
  expect(JSON.parse(exempt)).toEqual({ 'apf.kubernetes.io/autoupdate-spec': 'true' });
  const both = await kubectl.run([
    'get',
    'flowschemas',
    'probes',
    'own',
    '-o',
    'custom-columns=P:.spec.matchingPrecedence,D:.status.conditions[0].status',
  ]);
  expect(both).toMatch(/2 +False\n1000 +True/);
});

const NAMES = ['v1.', 'v1.apps', 'v1.certificates.k8s.io', 'v1.sim.orrery.dev'];
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.local.example.com' },
  spec: {
    group: 'local.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

story('every group version that the server answers has an APIService, also of custom kinds', async () => {
  const { kubectl, runtime } = await scene('local');
  const list = await kubectl.run(['get', 'apiservices']);
  for (const name of NAMES) expect(list).toMatch(new RegExp(`^${name.replaceAll('.', '[.]')} +Local +True`, 'm'));
  await kubectl.run(['create', '-f', '-'], JSON.stringify(definition));
  await kubectl.run(['delete', 'apiservice', 'v1.apps']);
  await runtime.settle();
  expect(await kubectl.run(['get', 'apiservices'])).toMatch(/v1.apps[^]*v1.local.example.com +Local +True/);
  await kubectl.run(['delete', 'crd', 'things.local.example.com']);
  await runtime.settle();
  expect(await kubectl.run(['get', 'apiservices'])).not.toContain('local.example.com');
});

/** The kinds of the other server are in the documents of this one. */
async function describesKinds(kubectl: Client, client: RawClient): Promise<void> {
  const { paths, definitions } = (await client.send('/openapi/v2')).json;
  expect(Object.keys(paths).filter((path) => path.includes(GROUP))).toEqual([
    `/apis/${GROUP}/v1/namespaces/{namespace}/flunders`,
  ]);
  expect(definitions['com.example.wardle.v1.Flunder'].properties.pod.$ref).toBe(
    '#/definitions/io.k8s.api.core.v1.Pod_v2',
  );
  expect(definitions['io.k8s.api.core.v1.Pod_v2'].description).toBe('Another pod.');
  const binary = { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' };
  expect(String((await client.send('/openapi/v2', { headers: binary })).bytes)).toContain('How large the Flunder is.');
  const index = (await client.send('/openapi/v3')).json.paths;
  const { serverRelativeURL } = index[`apis/${GROUP}/v1`];
  expect(serverRelativeURL).toBe(`/openapi/v3/apis/${GROUP}/v1?hash=ABC`);
  expect(index['api/v1'].serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1/);
  const { code, headers } = await client.send(serverRelativeURL);
  expect([code, headers.etag]).toEqual([200, '"ABC"']);
  expect((await client.send(serverRelativeURL, { headers: { 'if-none-match': '"ABC"' } })).code).toBe(304);
  expect(await kubectl.run(['explain', 'flunders.size'])).toMatch(/How large the Flunder is/);
  const flunder = { apiVersion: `${GROUP}/v1`, kind: 'Flunder', metadata: { name: 'new' } };
  const refused = await kubectl.try(['create', '-f', '-'], JSON.stringify({ ...flunder, sise: 3 }));
  expect(refused.stderr).toContain('unknown field "sise"');
  const made = await kubectl.run(['create', '-f', '-'], JSON.stringify({ ...flunder, size: 3 }));
  expect(made).toContain('flunder.wardle.example.com/new created');
}

/** A connection becomes another protocol, with what was sent along on both sides, and the client's credentials stay here. */
async function upgrades(url: string, path: string, other: OtherServer): Promise<void> {
  const { hostname, port, pathname } = new URL(`${url}${path}`);
  const ask = async (name: string): Promise<string> => {
    const socket = connect(Number(port), hostname);
    const token = 'base64url.bearer.authorization.k8s.io.c2VjcmV0';
    socket.write(
      `GET ${pathname}/${name}/connect HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `X-Remote-User: forged\r\nSec-WebSocket-Protocol: v1, ${token}\r\n\r\n`,
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('hello ')) socket.write('world');
      if (text.endsWith('world')) socket.end();
    });
    await once(socket, 'close');
    return text;
  };
  other.asked.length = 0;
  expect(await ask('one')).toMatch(/^HTTP\/1.1 101 Switching Protocols\r\n[^]*\r\n\r\nhello world$/);
  expect(await ask('refused')).toMatch(/^HTTP\/1.1 403 Forbidden\r\n[^]*not me/);
  const asked = (name: string): string =>
    `/apis/${GROUP}/v1/namespaces/default/flunders/${name}/connect websocket system:admin v1`;
  expect(other.asked).toEqual([asked('one'), asked('refused')]);
}

story(
  'requests of a group version of another server are passed on to it, and it is missed alone when it goes',
  async () => {
    const { kubectl, runtime, url } = await scene('remote');
    const other = await OtherServer.start(runtime.certificates.frontProxyAuthority);
    const client = new RawClient(url);
    const settled = async (afterMs = 0): Promise<string> => {
      if (afterMs > 0) await runtime.advance({ untilMs: runtime.clock.now() + afterMs });
      await runtime.settle();
      return kubectl.run(['get', 'apiservice', `v1.${GROUP}`, '--no-headers']);
    };
    try {
      const service = {
        group: GROUP,
        version: 'v1',
        service: { namespace: 'default', name: 'flunders', port: other.port },
      };
      const spec = {
        ...service,
        caBundle: btoa(other.certificate.toString()),
        groupPriorityMinimum: 1000,
        versionPriority: 15,
      };
      const registration = {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: `v1.${GROUP}` },
        spec,
      };
      await kubectl.run(['create', '-f', '-'], JSON.stringify(registration));
      expect(await settled()).toMatch(/default\/flunders +False \(ServiceNotFound\)/);
      expect((await client.send(`/apis/${GROUP}/v1/flunders`)).code).toBe(503);
      await kubectl.run(['create', 'service', 'externalname', 'flunders', '--external-name=localhost']);
      expect(await settled()).toMatch(/default\/flunders +True/);
      expect(await kubectl.run(['api-resources', `--api-group=${GROUP}`])).toMatch(
        /flunders +fl +wardle.example.com\/v1 +true +Flunder/,
      );
      expect(await kubectl.run(['get', 'fl', '-o', 'name'])).toBe('flunder.wardle.example.com/one\n');
      const path = `/apis/${GROUP}/v1/namespaces/default/flunders`;
      other.asked.length = 0;
      const forged = { authorization: 'Bearer mine', 'x-remote-user': 'forged', 'x-remote-group': 'system:masters' };
      const made = await client.send(path, {
        method: 'POST',
        body: '{"kind":"Flunder","a":1}',
        headers: { 'content-type': 'application/json', ...forged },
      });
      expect(made).toMatchObject({ code: 201, json: { kind: 'Flunder', a: 1 } });
      expect(other.asked).toEqual([`POST ${path} true system:admin system:masters,system:authenticated -`]);
      const redirected = await client.send(`${path}/redirect`);
      expect([redirected.code, redirected.bytes.toString()]).toEqual([
        502,
        'the backend attempted to redirect this request, which is not permitted\n',
      ]);
      await describesKinds(kubectl, client);
      await upgrades(url, path, other);
      const watch = await fetch(`${url}${path}?watch=true`);
      const reader = watch.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toContain('ADDED');
      await reader.cancel();
      expect((await client.send(`/apis/${GROUP}`)).json).toMatchObject({
        kind: 'APIGroup',
        preferredVersion: { version: 'v1' },
      });
      await other.stop();
      expect(await settled(31_000)).toMatch(/False \(FailedDiscoveryCheck\)/);
      expect((await client.send(path)).code).toBe(503);
      expect(await kubectl.run(['get', 'pods'])).toBe('');
      await kubectl.run(['delete', 'apiservice', `v1.${GROUP}`]);
      expect((await client.send(path)).code).toBe(404);
    } finally {
      await other.stop();
    }
  },
);

story('a class of attributes stays while a claim uses it', async () => {
  const { kubectl, runtime } = await scene('attributes');
  const metadata = { name: 'gold' };
  const attributes = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata,
    driverName: 'a.example.com',
    parameters: { iops: '1' },
  };
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    volumeAttributesClassName: 'gold',
  };
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec };
  await kubectl.run(['create', '-f', '-'], JSON.stringify(attributes));
  await kubectl.run(['create', '-f', '-'], JSON.stringify(claim));
  await kubectl.run(['delete', 'vac', 'gold', '--wait=false']);
  await runtime.settle();
  expect(await kubectl.run(['get', 'vac', 'gold', '-o', 'jsonpath={.metadata.finalizers}'])).toBe(
    '["kubernetes.io/vac-protection"]',
  );
  await kubectl.run(['delete', 'pvc', 'data', '--wait=false']);
  await runtime.settle();
  expect(await kubectl.run(['get', 'vac', '--ignore-not-found'])).toBe('');
});

story('addresses of services are of ServiceCIDRs, which stay while they are used', async () => {
  const { kubectl, runtime } = await scene('networks');
  expect(await kubectl.run(['get', 'servicecidrs'])).toMatch(/NAME +CIDRS +AGE\nkubernetes +10.96.0.0\/12 +/);
  expect(await kubectl.run(['get', 'ip'])).toMatch(/NAME +PARENTREF +AGE\n10.96.0.1 +services\/default\/kubernetes +/);
  const more = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'more' },
    spec: { cidrs: ['10.200.0.0/24'] },
  };
  await kubectl.run(['create', '-f', '-'], JSON.stringify(more));
  await kubectl.run(['create', 'service', 'clusterip', 'web', '--tcp=80', '--clusterip=10.200.0.9']);
  await runtime.settle();
  expect(await kubectl.run(['get', 'ipaddress', '10.200.0.9', '--no-headers'])).toMatch(/services\/default\/web/);
  await kubectl.run(['delete', 'servicecidr', 'more', '--wait=false']);
  await runtime.advance({ untilMs: runtime.clock.now() + 20_000 });
  const reason = 'jsonpath={.status.conditions[0].reason}';
  expect(await kubectl.run(['get', 'servicecidr', 'more', '-o', reason])).toBe('Terminating');
  const refused = await kubectl.try(['create', 'service', 'clusterip', 'late', '--tcp=80', '--clusterip=10.200.0.10']);
  expect(refused.stderr).toContain('The range of valid IPs is 10.96.0.0/12');
  await kubectl.run(['delete', 'service', 'web']);
  await runtime.advance({ untilMs: runtime.clock.now() + 20_000 });
  expect(await kubectl.run(['get', 'servicecidrs,ipaddresses', '-o', 'name'])).toBe(
    'servicecidr.networking.k8s.io/kubernetes\nipaddress.networking.k8s.io/10.96.0.1\n',
  );
  const [changed, misnamed] = [
    await kubectl.try([
      'patch',
      'servicecidr',
      'kubernetes',
      '--type=merge',
      '--patch={"spec":{"cidrs":["10.1.0.0/16"]}}',
    ]),
    await kubectl.try(
      ['create', '-f', '-'],
      JSON.stringify({ ...more, kind: 'IPAddress', metadata: { name: '10.0.0.01' }, spec: {} }),
    ),
  ];
  expect(changed.stderr).toMatch(/spec.cidrs: Invalid value: .*: field is immutable/);
  expect(misnamed.stderr).toMatch(
    /metadata.name: Invalid value: "10.0.0.01": must be a valid IP address.*spec.parentRef: Required/s,
  );
});

story('a cluster of an earlier version gets the default roles that it lacks when it starts', async () => {
  const { kubectl, runtime } = await scene('roles');
  await kubectl.run(['delete', 'clusterrole', 'system:discovery']);
  await kubectl.run(['delete', 'clusterrolebinding', 'system:basic-user']);
  const rules = (name: string): Promise<string> => kubectl.run(['get', 'clusterrole', name, '-o', 'jsonpath={.rules}']);
  const full = await rules('system:auth-delegator');
  const without = ['--type=merge', '--patch={"rules":[]}'];
  await kubectl.run(['patch', 'clusterrole', 'system:auth-delegator', ...without]);
  await kubectl.run(['patch', 'clusterrole', 'system:node-bootstrapper', ...without]);
  const protect = 'rbac.authorization.kubernetes.io/autoupdate=false';
  await kubectl.run(['annotate', '--overwrite', 'clusterrole', 'system:node-bootstrapper', protect]);
  await kubectl.run(['patch', 'clusterrolebinding', 'cluster-admin', '--type=merge', '--patch={"subjects":[]}']);

  // As when a process starts with this cluster; it owns no unit of work here, so that it has no fence.
  const context = { cluster: runtime, shard: 0, shards: 1 } as unknown;
  new DefaultRolesController(context as ConstructorParameters<typeof DefaultRolesController>[0]).start();
  await runtime.settle();

  expect(await rules('system:discovery')).toContain('/openapi');
  expect(await kubectl.run(['get', 'clusterrolebinding', 'system:basic-user', '-o', 'name'])).toContain(
    'system:basic-user',
  );
  expect((JSON.parse(await rules('system:auth-delegator')) as unknown[]).length).toBe(
    (JSON.parse(full) as unknown[]).length,
  );
  expect(await rules('system:node-bootstrapper')).toBe('null');
  const subjects = await kubectl.run([
    'get',
    'clusterrolebinding',
    'cluster-admin',
    '-o',
    'jsonpath={.subjects[*].name}',
  ]);
  expect(subjects).toBe('system:masters');
});

story('components say whether processes run them', async () => {
  const { kubectl, url } = await scene('components');
  const { stdout, stderr } = await kubectl.try(['get', 'cs']);
  expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['NAME', 'STATUS', 'MESSAGE', 'ERROR'],
    ['controller-manager', 'Healthy', 'ok'],
    ['scheduler', 'Healthy', 'ok'],
    ['etcd-0', 'Healthy', '{"health":"true"}'],
    [''],
  ]);
  expect(stderr).toContain('Warning: v1 ComponentStatus is deprecated in v1.19+');
  expect(await kubectl.run(['get', 'cs', 'scheduler', '-o', 'jsonpath={.conditions[0].type}'])).toBe('Healthy');
  expect((await kubectl.try(['get', 'cs', 'other'])).stderr).toContain('componentstatuses "other" not found');
  // What no store holds has no revision.
  expect((await new RawClient(url).send('/api/v1/componentstatuses')).json.metadata).toEqual({});
  const answer = await new RawClient(url).send('/api/v1/componentstatuses', { method: 'POST', body: {} });
  expect(answer.code).toBe(405);
});
