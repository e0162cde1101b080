import type { Container, KubeObject, Pod } from '@orrery/api-types';
import { containerRun, skippedVariables, type PodObjects, type RecordedRun } from '../index';

const OBJECTS: Readonly<Record<string, object>> = {
  'ConfigMap/config': { data: { COLOR: 'blue', 'bad key': 'x', '1st': 'one' }, binaryData: { RAW: 'AAE=' } },
  'Secret/keys': { data: { TOKEN: btoa('s3cret') } },
};

const SERVICES = [
  service('kubernetes', 'default', '10.96.0.1', [{ name: 'https', port: 443 }]),
  service('my-db', 'shop', '10.96.0.7', [{ port: 5432 }, { name: 'stats', port: 9187, protocol: 'UDP' }]),
  service('headless', 'shop', 'None', [{ port: 80 }]),
];

function metadataOf(name: string, namespace = 'shop'): KubeObject['metadata'] {
  return { name, namespace, uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
}

function service(name: string, namespace: string, clusterIP: string, ports: object[]): KubeObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: metadataOf(name, namespace), spec: { clusterIP, ports } };
}

function objectsOf(container: object, spec: object = {}): PodObjects {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadataOf('web-0'), labels: { app: 'web' } },
    spec: { nodeName: 'n1', containers: [{ name: 'c', ...container }], ...spec },
    status: { podIP: '10.1.0.5', podIPs: [{ ip: '10.1.0.5' }], hostIP: '192.168.0.1' },
  } as Pod;
  return {
    pod,
    find: (kind, name) => {
      const found = OBJECTS[`${kind}/${name}`];
      return found && ({ apiVersion: 'v1', kind, metadata: metadataOf(name), ...found } as KubeObject);
    },
    services: () => SERVICES,
    allocatable: { cpu: '4', memory: '8Gi' },
    skipsInvalidVariables: true,
  };
}

function printedBy(container: object, spec: object = {}): string | undefined {
  const objects = objectsOf(container, spec);
  const run = containerRun(objects.pod.spec.containers[0]! as Container, { objects }) as RecordedRun | undefined;
  return run?.output.map(({ text }) => text).join('\n');
}

const sh = (script: string, more: object = {}, spec: object = {}): string | undefined =>
  printedBy({ command: ['sh', '-c', script], ...more }, spec);
const from = (valueFrom: object): object => ({ env: [{ name: 'X', valueFrom }] });

test.each<[string, object, string]>([
  ['a field', from({ fieldRef: { fieldPath: 'status.podIP' } }), '10.1.0.5'],
  ['a label', from({ fieldRef: { fieldPath: "metadata.labels['app']" } }), 'web'],
  ['a limit that is the node’s', from({ resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } }), '8192'],
  ['a ConfigMap', from({ configMapKeyRef: { name: 'config', key: 'COLOR' } }), 'blue'],
  ['a Secret', from({ secretKeyRef: { name: 'keys', key: 'TOKEN' } }), 's3cret'],
  [
    'a value of others',
    {
      env: [
        { name: 'A', value: 'a' },
        { name: 'X', value: '$(A)b$(C)$$(A)' },
      ],
    },
    'ab$(C)$(A)',
  ],
  ['a value of services', { env: [{ name: 'X', value: '$(MY_DB_SERVICE_PORT)' }] }, '5432'],
])('a variable has %s', (_what, more, want) => {
  expect(sh('echo "$X"', more)).toBe(want);
});

test.each<[string, object]>([
  ['the key', { configMapKeyRef: { name: 'config', key: 'none', optional: true } }],
  ['the object', { secretKeyRef: { name: 'none', key: 'none', optional: true } }],
  ['text in the key', { configMapKeyRef: { name: 'config', key: 'RAW', optional: true } }],
])('an optional variable is not set without %s', (_what, valueFrom) => {
  expect(sh('env', from(valueFrom))).not.toMatch(/^X=/m);
});

test('env prints what runtimes set and what the kubelet gives', () => {
  const more = {
    envFrom: [{ prefix: 'C_', configMapRef: { name: 'config' } }, { secretRef: { name: 'keys' } }],
    env: [{ name: 'C_COLOR', value: 'red' }],
  };
  const lines = sh('env', more)!.split('\n').sort();
  expect(lines).toMatchInlineSnapshot(`
   [
     "C_1st=one",
     "C_COLOR=red",
     "HOME=/root",
     "HOSTNAME=web-0",
     "KUBERNETES_PORT=tcp://10.96.0.1:443",
     "KUBERNETES_PORT_443_TCP=tcp://10.96.0.1:443",
     "KUBERNETES_PORT_443_TCP_ADDR=10.96.0.1",
     "KUBERNETES_PORT_443_TCP_PORT=443",
     "KUBERNETES_PORT_443_TCP_PROTO=tcp",
     "KUBERNETES_SERVICE_HOST=10.96.0.1",
     "KUBERNETES_SERVICE_PORT=443",
     "KUBERNETES_SERVICE_PORT_HTTPS=443",
     "MY_DB_PORT=tcp://10.96.0.7:5432",
     "MY_DB_PORT_5432_TCP=tcp://10.96.0.7:5432",
     "MY_DB_PORT_5432_TCP_ADDR=10.96.0.7",
     "MY_DB_PORT_5432_TCP_PORT=5432",
     "MY_DB_PORT_5432_TCP_PROTO=tcp",
     "MY_DB_PORT_9187_UDP=udp://10.96.0.7:9187",
     "MY_DB_PORT_9187_UDP_ADDR=10.96.0.7",
     "MY_DB_PORT_9187_UDP_PORT=9187",
     "MY_DB_PORT_9187_UDP_PROTO=udp",
     "MY_DB_SERVICE_HOST=10.96.0.7",
     "MY_DB_SERVICE_PORT=5432",
     "MY_DB_SERVICE_PORT_STATS=9187",
     "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
     "TOKEN=s3cret",
   ]
  `);
  const unlinked = sh('env', {}, { enableServiceLinks: false });
  expect(unlinked).toContain('KUBERNETES_SERVICE_HOST=10.96.0.1');
  expect(unlinked).not.toContain('MY_DB');
});

test.each<[string, object, string | undefined]>([
  [
    'its command',
    { command: ['echo', '$(MY_DB_PORT)', '$(NONE)', '$$(HOSTNAME)', '$(HOME)'] },
    'tcp://10.96.0.7:5432 $(NONE) $(HOSTNAME) $(HOME)',
  ],
  [
    'its arguments',
    { command: ['sh', '-c'], args: ['echo $HOSTNAME; hostname; printenv HOME'] },
    'web-0\nweb-0\n/root',
  ],
  ['what its image may set', { command: ['sh', '-c', 'echo $JAVA_HOME'] }, undefined],
  ['the user of its pod', { command: ['id', '-u'] }, '1000'],
])('a container knows %s', (_what, container, want) => {
  expect(printedBy(container, { securityContext: { runAsUser: 1000 } })).toBe(want);
});

test('keys that are no names of variables are named, source by source', () => {
  const container = { envFrom: [{ configMapRef: { name: 'config' } }, { prefix: '2', secretRef: { name: 'keys' } }] };
  const objects = objectsOf(container);
  const [spec] = objects.pod.spec.containers;
  expect(skippedVariables(spec!, objects)).toEqual([
    'Keys [1st, bad key] from the EnvFrom configMap shop/config were skipped since they are considered invalid environment variable names.',
    'Keys [2TOKEN] from the EnvFrom secret shop/keys were skipped since they are considered invalid environment variable names.',
  ]);
  expect(skippedVariables(spec!, { ...objects, skipsInvalidVariables: false })).toEqual([]);
});
