import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Node, Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { connectOrrery } from '@orrery/sdk';
import { stringify } from 'yaml';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { runImport, type Run } from './run-import';

let server: TestGraphqlServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-import-'));
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const orreryImport = (args: readonly string[], input = ''): Promise<Run> =>
  runImport({ server: server.url, folder }, args, input);

const since = '2026-01-01T00:00:00Z';
const metadata = (name: string, more: object = {}): object => ({
  name,
  uid: `uid-of-${name}`,
  resourceVersion: '5',
  creationTimestamp: since,
  ...more,
});
const inSystem = (name: string, more: object = {}): object => metadata(name, { namespace: 'kube-system', ...more });

const IMAGE = { names: ['registry.k8s.io/coredns/coredns:v1.11.1'], sizeBytes: 18182961 };
const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: metadata('kind-control-plane', { labels: { 'kubernetes.io/hostname': 'kind-control-plane' } }),
  spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24'], providerID: 'kind://docker/kind/kind-control-plane' },
  status: {
    addresses: [{ type: 'InternalIP', address: '172.18.0.2' }],
    capacity: { cpu: '12', 'ephemeral-storage': '490617784Ki', memory: '32594968Ki', pods: '110' },
    allocatable: { cpu: '11', 'ephemeral-storage': '490617784Ki', memory: '32494968Ki', pods: '110' },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
        lastHeartbeatTime: '2026-01-03T00:00:00Z',
        lastTransitionTime: '2026-01-01T00:01:00Z',
      },
    ],
    images: [IMAGE],
    nodeInfo: { kubeletVersion: 'v1.30.0', containerRuntimeVersion: 'containerd://1.7.15', architecture: 'amd64' },
  },
};
const LEASE = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: metadata('kind-control-plane', { namespace: 'kube-node-lease', uid: 'lease' }),
  spec: { holderIdentity: 'kind-control-plane', leaseDurationSeconds: 40, renewTime: '2026-01-03T00:00:05.123456Z' },
};

/** A pod that has run for two days; its container was restarted once. */
function running(name: string, more: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: inSystem(name, more),
    spec: { nodeName: 'kind-control-plane', containers: [{ name: 'c', image: IMAGE.names[0] }] },
    status: {
      phase: 'Running',
      podIP: '10.244.0.3',
      podIPs: [{ ip: '10.244.0.3' }],
      hostIP: '172.18.0.2',
      startTime: since,
      qosClass: 'BestEffort',
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: since,
      })),
      containerStatuses: [
        {
          name: 'c',
          ready: true,
          started: true,
          restartCount: 1,
          image: IMAGE.names[0],
          imageID: 'sha256:cbb01a7bd410dc08ba382018ab909a674fb0e48687f0c00797ed5bc34fcc6bb4',
          containerID: 'containerd://0f1d',
          state: { running: { startedAt: '2026-01-02T00:00:00Z' } },
          lastState: { terminated: { exitCode: 1, reason: 'Error', startedAt: since, finishedAt: since } },
        },
      ],
    },
  };
}

/** Files in the layout of must-gather, including some that are not objects. */
const FILES: Readonly<Record<string, object | string>> = {
  'cluster-scoped-resources/core/nodes/kind-control-plane.yaml': NODE,
  'cluster-scoped-resources/admissionregistration.k8s.io/validatingwebhookconfigurations/hook.yaml': {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: metadata('hook'),
    webhooks: [
      {
        name: 'pods.example.com',
        clientConfig: { service: { namespace: 'kube-system', name: 'hook' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['*'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  },
  'namespaces/kube-system/core/pods.yaml': {
    apiVersion: 'v1',
    kind: 'PodList',
    items: [
      running('coredns'),
      running('etcd', { annotations: { 'kubernetes.io/config.mirror': 'a', 'kubernetes.io/config.source': 'file' } }),
    ],
  },
  'namespaces/kube-system/pods/coredns/coredns.yaml': running('coredns'),
  'namespaces/kube-system/pods/coredns/c/logs/current.log': 'no document: [',
  'namespaces/kube-node-lease/coordination.k8s.io/leases.yaml': { apiVersion: 'v1', kind: 'List', items: [LEASE] },
  'namespaces/shop/route.openshift.io/routes.yaml': {
    apiVersion: 'route.openshift.io/v1',
    kind: 'RouteList',
    items: [{ metadata: metadata('front', { namespace: 'shop' }), spec: {} }],
  },
};

function writeFolder(name: string): string {
  for (const [path, content] of Object.entries(FILES)) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : stringify(content));
  }
  return name;
}

async function cluster(name: string): Promise<ClusterRuntime> {
  const found = await server.plane.cluster(name);
  if (!found) throw new TypeError(`no cluster ${name}`);
  return found;
}
const pods = ({ cache }: ClusterRuntime): Pod[] => cache.list('pods') as Pod[];

it('takes a folder of must-gather into a cluster that it makes, whose kubelets go on with the pods', async () => {
  const run = await orreryImport([writeFolder('gathered'), '--cluster', 'gathered']);
  expect(run).toMatchObject({ code: 0, err: '' });
  for (const text of [
    /^Pod +2 +v1$/m,
    'left out: leads to a program in a pod, which does not run here\n  ValidatingWebhookConfiguration hook\n',
    'left out: the cluster has no such kind\n  Route shop/front\n',
    'changed: is an ordinary pod here: the file of a static pod is not part of an import\n  Pod kube-system/etcd\n',
    'as they were at 2026-01-03T00:00:05.123Z',
  ]) {
    expect(run.out).toMatch(text);
  }
  const runtime = await cluster('gathered');
  const [before] = pods(runtime).filter(({ metadata: { name } }) => name === 'coredns');
  expect(before?.metadata.uid).toBe('uid-of-coredns');
  await runtime.setClock('manual', 1);
  await runtime.advance({ untilMs: runtime.clock.now() + 10 * 60_000 });
  const node = runtime.cache.get({ resource: 'nodes', namespace: '', name: 'kind-control-plane' }) as unknown as Node;
  const { capacity, allocatable, images, nodeInfo, conditions = [] } = node.status!;
  expect({ capacity, allocatable, images, nodeInfo }).toEqual({
    capacity: NODE.status.capacity,
    allocatable: NODE.status.allocatable,
    images: [IMAGE],
    nodeInfo: expect.objectContaining(NODE.status.nodeInfo),
  });
  expect(conditions.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'True' });
  expect(
    pods(runtime)
      .map(({ metadata: { name } }) => name)
      .sort(),
  ).toEqual(['coredns', 'etcd']);
  for (const pod of pods(runtime)) {
    expect(pod.status).toMatchObject({ phase: 'Running', podIP: '10.244.0.3' });
    expect(pod.status?.containerStatuses).toEqual(before?.status?.containerStatuses);
  }
});

it('takes files and standard input together, and says what a dry run would do', async () => {
  writeFileSync(join(folder, 'nodes.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [NODE, LEASE] }));
  const target = await server.cluster();
  const list = stringify({ apiVersion: 'v1', kind: 'List', items: [running('coredns')] });
  const args = ['nodes.json', '-', '--cluster', target.name, '-o', 'json'];
  const trial = await orreryImport([...args, '--dry-run'], list);
  const report = JSON.parse(trial.out) as { imported: { kind: string; count: number }[] };
  expect(report.imported.map(({ kind, count }) => `${count} ${kind}`)).toEqual(['1 Node', '1 Lease', '1 Pod']);
  expect(pods(await cluster(target.name))).toEqual([]);
  expect((await orreryImport([...args, '--as-of', '2026-01-04T00:00:00Z'], list)).code).toBe(0);
  // Two days and a day later.
  const [pod] = pods(await cluster(target.name));
  const { clock } = await cluster(target.name);
  expect(clock.now() - Date.parse(pod!.status!.startTime!)).toBeGreaterThanOrEqual(3 * 24 * 3_600_000);
});

it('takes lists of mixed kinds, several documents in a file, and texts that follow each other', async () => {
  const settings = (name: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: inSystem(name, { managedFields: [MANAGED] }),
    data: { a: 'b' },
  });
  const mixed = { apiVersion: 'v1', kind: 'List', items: [NODE, LEASE, running('coredns'), settings('in-a-list')] };
  writeFileSync(
    join(folder, 'several.yaml'),
    `# of today\n${['one', 'two'].map((name) => `---\n${stringify(settings(name))}`).join('')}`,
  );
  const json = [mixed, settings('last')].map((each) => JSON.stringify(each, undefined, 4)).join('\n');
  const { name } = await server.cluster();
  const run = await orreryImport(['several.yaml', '-', '--cluster', name, '--as-of', '2026-01-03T00:00:05Z'], json);
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toMatch(/^Node +1 +v1\n(.*\n)*ConfigMap +4 +v1\n(.*\n)*Pod +1 +v1$/m);
  const { cache, clock } = await cluster(name);
  for (const each of ['one', 'two', 'in-a-list', 'last']) {
    const found = cache.get({ resource: 'configmaps', namespace: 'kube-system', name: each });
    // Owners of fields are kept, with their times: an apply of the same manager continues from there.
    const time = expect.any(String) as string;
    expect(found).toMatchObject({ metadata: { managedFields: [{ ...MANAGED, time }] } });
    const age = clock.now() - Date.parse(found!.metadata.managedFields![0]!.time!);
    expect(age).toBeGreaterThanOrEqual(48 * 3_600_000);
    expect(age).toBeLessThan(49 * 3_600_000);
  }
});

const MANAGED = {
  manager: 'kubectl-client-side-apply',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
};

test.each([
  ['YAML', 'pods.yaml', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: [a\n', 'pods.yaml:5: '],
  ['a later document', 'pods.yaml', 'a: 1\n---\nkind: Pod\nb: "x\n', 'pods.yaml:5: '],
  ['JSON that was cut off', 'pods.json', '{"kind": "PodList",\n "items": [{"a": ', 'pods.json:2: '],
  ['a reference to nothing', 'pods.yaml', 'kind: List\n---\nkind: Pod\nmetadata: *none\n', 'pods.yaml:3: '],
  ['depth without end', 'pods.yaml', `kind: ${'['.repeat(100_000)}`, 'pods.yaml:1: '],
])('names file and line of what is damaged, and imports nothing: %s', async (_name, file, text, place) => {
  writeFolder('damaged');
  writeFileSync(join(folder, 'damaged/namespaces/kube-system/core', file), text);
  const run = await orreryImport(['damaged', '--cluster', 'never']);
  expect(run).toMatchObject({ code: 1, err: expect.stringContaining(`damaged/namespaces/kube-system/core/${place}`) });
  expect(await server.plane.cluster('never')).toBeUndefined();
});

it('names the documents of a folder that are no objects', async () => {
  writeFolder('gathered');
  mkdirSync(join(folder, 'gathered/etcd_info'), { recursive: true });
  writeFileSync(join(folder, 'gathered/etcd_info/endpoint_health.json'), '[\n{"health":true}]');
  writeFileSync(join(folder, 'gathered/etcd_info/notes.yaml'), '# what it is\n---\njust: this\n');
  const { out } = await orreryImport(['gathered', '--cluster', 'gathered-with-others']);
  expect(out).toContain('not read: gathered/etcd_info/endpoint_health.json:1: no object of a cluster\n');
  expect(out).toContain('not read: gathered/etcd_info/notes.yaml:3: no object of a cluster\n');
});

it('is there for programs: in the SDK, and in GraphQL', async () => {
  const first = await server.cluster();
  const report = await connectOrrery(server.url)
    .attach(first.name)
    .importState([NODE, LEASE, running('coredns')]);
  expect(report).toMatchObject({ asOf: '2026-01-03T00:00:05.123Z', leftOut: [], changed: [] });
  expect(pods(await cluster(first.name))).toHaveLength(1);
  const second = await server.cluster();
  const route = {
    apiVersion: 'route.openshift.io/v1',
    kind: 'Route',
    metadata: metadata('front', { namespace: 'shop' }),
  };
  const payload = await second.mutate(
    'importState',
    { objects: [{ apiVersion: 'v1', kind: 'List', items: [NODE, route] }] },
    'imported { kind count } leftOut { kind namespace name text } changed { text }',
  );
  expect(payload).toMatchObject({
    imported: [{ kind: 'Node', count: 1 }],
    leftOut: [{ kind: 'Route', namespace: 'shop', name: 'front', text: 'the cluster has no such kind' }],
    changed: [],
  });
});

test.each([
  ['a line that is not JSON', '{', {}, 400, 'object 1: '],
  ['an object that is too large', '1'.repeat(17 * 1024 * 1024), {}, 413, 'object 1: too large'],
  [
    'objects with too many values',
    `${JSON.stringify(','.repeat(15_000_000))}\n`.repeat(3),
    {},
    413,
    'object 3: too large',
  ],
  ['another type', '{}', { 'content-type': 'text/yaml' }, 415, 'application/x-ndjson'],
  ['what is no gzip', '{}', { 'content-encoding': 'gzip' }, 400, 'the body cannot be read'],
])('refuses at POST /import: %s', async (_name, body, more, status, message) => {
  const headers = { 'content-type': 'application/x-ndjson', ...more };
  const { name } = await server.cluster();
  const answer = await fetch(`${server.url}/clusters/${name}/import`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ kind: 'Status', message: expect.stringContaining(message) });
});
