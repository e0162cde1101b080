import type { Container, KubeObject, Pod } from '@orrery/api-types';
import { containerRun, skippedVariables, type PodObjects, type RecordedRun, type RunContext } from '../index';

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

function contextOf(objects: PodObjects): RunContext {
  return { objects, startedAtMs: 0, shownAt: () => objects, nextChangeMs: () => Number.POSITIVE_INFINITY };
}

function printedBy(container: object, spec: object = {}): string | undefined {
  const objects = objectsOf(container, spec);
  const run = containerRun(objects.pod.spec.containers[0]! as Container, contextOf(objects)) as RecordedRun | undefined;
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

test.each([
  ['of root', {}, {}, 'uid=0(root) gid=0(root) groups=0(root)'],
  ['of its pod', {}, { runAsGroup: 2000 }, 'uid=1000 gid=2000 groups=2000'],
  ['of its own', { runAsGroup: 3000 }, { runAsGroup: 2000 }, 'uid=1000 gid=3000 groups=3000'],
  ['that are added', {}, { fsGroup: 7, supplementalGroups: [9, 8] }, 'uid=1000 gid=0(root) groups=0(root),7,8,9'],
])('the processes of a container have the groups %s', (_what, own, ofPod, want) => {
  const runAsUser = want.startsWith('uid=0') ? 0 : 1000;
  // A container that names its user itself has the groups of its pod, too.
  const container = { command: ['id'], securityContext: { runAsUser, ...own } };
  expect(printedBy(container, { securityContext: ofPod })).toBe(want);
  const groups = [...want.matchAll(/groups=(.*)$/g)][0]![1]!.replaceAll('(root)', '').replaceAll(',', ' ');
  expect(printedBy({ ...container, command: ['id', '-G'] }, { securityContext: ofPod })).toBe(groups);
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

describe('files', () => {
  const mounts = (...paths: string[]): object => ({
    volumeMounts: paths.map((mountPath) => ({ name: 'v', mountPath })),
  });
  const volume = (source: object, more: object = {}): object => ({ volumes: [{ name: 'v', ...source }], ...more });

  test.each<[string, object, string, string]>([
    ['a ConfigMap', { configMap: { name: 'config' } }, 'cat /v/COLOR; ls /v', 'blue1st\nCOLOR\nRAW\nbad key'],
    [
      'items with modes',
      { secret: { secretName: 'keys', defaultMode: 0o400, items: [{ key: 'TOKEN', path: 'a/b' }] } },
      "cat /v/a/b; stat -c '%a %F' /v/a/b /v/a",
      's3cret400 regular file\n755 directory',
    ],
    [
      'a field',
      { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      'cat /v/l',
      'app="web"',
    ],
    [
      'what several give',
      {
        projected: {
          sources: [
            { configMap: { name: 'config', items: [{ key: 'COLOR', path: 'c' }] } },
            { secret: { name: 'keys' } },
          ],
        },
      },
      'cat /v/*',
      'undefined',
    ],
    [
      'what several give',
      {
        projected: {
          sources: [
            { configMap: { name: 'config', items: [{ key: 'COLOR', path: 'c' }] } },
            { secret: { name: 'keys' } },
          ],
        },
      },
      'cat /v/c /v/TOKEN',
      'blues3cret',
    ],
    [
      'an optional ConfigMap that is not there',
      { configMap: { name: 'none', optional: true } },
      'ls /v; cat /v/x',
      'cat: /v/x: No such file or directory',
    ],
    [
      'what is only read',
      { configMap: { name: 'config' } },
      'echo 1 > /v/x',
      "sh: can't create /v/x: Read-only file system",
    ],
    ['a folder of its own', { emptyDir: {} }, 'ls /v; echo 1 > /v/x; test -f /v/x && cat /v/x', '1'],
    ['a token', { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }, 'cat /v/t', 'undefined'],
    ['a disk', { persistentVolumeClaim: { claimName: 'c' } }, 'cat /v/x', 'undefined'],
  ])('a volume has %s', (_what, source, script, want) => {
    expect(String(sh(script, mounts('/v'), volume(source)))).toBe(want);
  });

  test('a part of a volume, and one whose name is made of variables', () => {
    const env = [{ name: 'KEY', value: 'COLOR' }];
    const part = (more: object): object => ({ env, volumeMounts: [{ name: 'v', mountPath: '/etc/color', ...more }] });
    const config = volume({ configMap: { name: 'config' } });
    expect(sh('cat /etc/color', part({ subPath: 'COLOR' }), config)).toBe('blue');
    expect(sh('cat /etc/color', part({ subPathExpr: '$(KEY)' }), config)).toBe('blue');
    const both = [
      { name: 'v', mountPath: '/a', subPathExpr: '$(KEY)' },
      { name: 'v', mountPath: '/b' },
    ];
    expect(sh('echo 1 > /a/x; cat /b/COLOR/x', { env, volumeMounts: both }, volume({ emptyDir: {} }))).toBe('1');
  });

  test('what a kubelet writes is there, other files of the image are not known', () => {
    expect(
      sh('cat /etc/hostname; tail -n 1 /etc/hosts', {}, { hostAliases: [{ ip: '1.2.3.4', hostnames: ['a', 'b'] }] }),
    ).toBe('web-0\n1.2.3.4\ta\tb');
    expect(sh('cat /etc/passwd')).toBeUndefined();
  });

  test('a root that is only read', () => {
    const more = { securityContext: { readOnlyRootFilesystem: true }, command: ['/bin/sh', '-c', 'echo test > /file'] };
    expect(printedBy(more)).toBe("/bin/sh: can't create /file: Read-only file system");
  });

  test.each<[string, string[], object, string]>([
    [
      'contents and modes',
      ['--file_content=/v/COLOR', '--file_mode=/v/COLOR'],
      { configMap: { name: 'config' } },
      'mode of file "/v/COLOR": -rw-r--r--\ncontent of file "/v/COLOR": blue',
    ],
    [
      'new files',
      ['--fs_type=/v', '--new_file_0660=/v/f', '--file_perm=/v/f'],
      { emptyDir: { medium: 'Memory' } },
      'mount type of "/v": tmpfs\ncontent of file "/v/f": mount-tester new file\n\nperms of file "/v/f": -rw-rw----',
    ],
    [
      'a folder',
      ['--file_perm=/v', '--file_mode=/v'],
      { emptyDir: {} },
      'mode of file "/v": drwxrwxrwx\nperms of file "/v": -rwxrwxrwx',
    ],
    [
      'what is missing',
      ['--file_content', '/v/x'],
      { emptyDir: {} },
      'error reading file content for "/v/x": open /v/x: no such file or directory',
    ],
  ])('agnhost mounttest tells of %s', (_what, args, source, want) => {
    const container = {
      image: 'k8s.gcr.io/e2e-test-images/agnhost:2.21',
      args: ['mounttest', ...args],
      ...mounts('/v'),
    };
    expect(printedBy(container, volume(source))).toBe(want);
  });

  test('other commands of agnhost', () => {
    const image = 'agnhost:2.21';
    expect(printedBy({ image })).toBe('Paused');
    expect(printedBy({ image, args: ['entrypoint-tester', 'a'] })).toBe('[/agnhost entrypoint-tester a]');
    expect(printedBy({ image, command: ['/agnhost-2'], args: ['entrypoint-tester'] })).toBe(
      '[/agnhost-2 entrypoint-tester]',
    );
    const lines = printedBy({ image, args: ['logs-generator', '--log-lines-total', '3', '--run-duration=6s'] })!.split(
      '\n',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^I0101 00:00:02\.000000       1 logs_generator\.go:76\] 1 (GET|PUT|POST) \/api\/v1\/namespaces\/(kube-system|default|ns)\/pods\/[a-z0-9]{3,4} [2-5]\d\d$/,
    );
    expect(printedBy({ image: 'nginx', command: ['/agnhost'], args: ['pause'] })).toBeUndefined();
    expect(printedBy({ image, args: ['webhook'] })).toBeUndefined();
  });
});

describe('volumes that change while a command runs', () => {
  /** At 70 s the volume shows another color. */
  const CHANGE_MS = 70_000;

  function runOf(script: string): RecordedRun {
    const container = { command: ['sh', '-c', script], volumeMounts: [{ name: 'v', mountPath: '/v' }] };
    const before = objectsOf(container, { volumes: [{ name: 'v', configMap: { name: 'config' } }] });
    const after = {
      ...before,
      find: () => ({ ...before.find('ConfigMap', 'config')!, data: { COLOR: 'red' } }),
    };
    return containerRun(before.pod.spec.containers[0]! as Container, {
      objects: before,
      startedAtMs: 0,
      shownAt: (atMs) => (atMs < CHANGE_MS ? before : after),
      nextChangeMs: (atMs) => (atMs < CHANGE_MS ? CHANGE_MS : Number.POSITIVE_INFINITY),
    }) as RecordedRun;
  }

  test('a loop reads what is there at each turn, and goes on for ever once nothing changes any more', () => {
    const { output, loop, runMs } = runOf('while true; do cat /v/COLOR; echo; sleep 20; done');
    expect(output.map(({ afterMs, text }) => `${afterMs} ${text}`)).toEqual([
      '0 blue',
      '20000 blue',
      '40000 blue',
      '60000 blue',
    ]);
    expect([runMs, loop]).toEqual([
      Infinity,
      { startMs: 80_000, everyMs: 20_000, output: [{ afterMs: 0, text: 'red' }] },
    ]);
  });

  test('a loop that waits for a change ends with it', () => {
    expect(runOf('until grep -q red /v/COLOR; do sleep 3; done; exit 7')).toMatchObject({ runMs: 72_000, exitCode: 7 });
    expect(runOf('until grep -q red /v/COLOR; do :; done; exit 7')).toMatchObject({ runMs: CHANGE_MS, exitCode: 7 });
  });
});

test.each([
  [undefined, 'Effective uid: 0'],
  [false, 'Effective uid: 1000'],
])(
  'an image whose program belongs to root runs as it unless that is forbidden: %s',
  (allowPrivilegeEscalation, text) => {
    const securityContext = {
      runAsUser: 1000,
      ...(allowPrivilegeEscalation === false && { allowPrivilegeEscalation }),
    };
    const container = { name: 'c', image: 'e2e/nonewprivs:1.0', securityContext };
    expect(containerRun(container)).toMatchObject({ runMs: 0, exitCode: 0, output: [{ text }] });
  },
);

test('sysctl alone needs the pod', () => {
  expect(containerRun({ name: 'c', image: 'busybox', command: ['/bin/sysctl', 'kernel.x'] })).toBe('needs pod');
});
