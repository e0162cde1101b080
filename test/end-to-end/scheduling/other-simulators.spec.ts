import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../apps/cli/main';
import { pack } from '../../../libs/core/pod-lifecycle/testing/pack';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
const folder = mkdtempSync(join(tmpdir(), 'orrery-import-'));
beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

type Data = Readonly<Record<string, unknown>>;

const request = async (path: string, init?: RequestInit): Promise<Data> => {
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`, init);
  return (await response.json()) as Data;
};
const send = (path: string, body: object, method = 'POST', type = 'application/json'): Promise<Data> =>
  request(path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) });
const PODS = '/api/v1/namespaces/default/pods';
const advance = (by: string): Promise<unknown> => cluster.mutate('advanceClock', { by }, 'clock { now }');
const podStatus = async (name: string): Promise<Data> => (await request(`${PODS}/${name}`))['status'] as Data;
const nodeCondition = async (name: string, type: string): Promise<Data | undefined> => {
  const { conditions } = (await request(`/api/v1/nodes/${name}`))['status'] as { conditions: Data[] };
  return conditions.find((condition) => condition['type'] === type);
};

async function importFile(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, content);
  let out = '';
  const write = (text: string): void => void (out += text);
  const writeError = (text: string): void => void (out += text.replace(/^orrery: |\n$/g, ''));
  const terminal = { write, writeError, columns: 100, isColoured: false, environment: {} };
  await runCli(['import', file, '--server', server.url, '--cluster', cluster.name], terminal);
  return out.replaceAll(`${folder}/`, '');
}

const STAGES = `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: pod-ready }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector:
    matchLabels: { app: web }
    matchExpressions:
      - { key: .metadata.deletionTimestamp, operator: DoesNotExist }
      - { key: .status.podIP, operator: DoesNotExist }
  delay:
    durationMilliseconds: 5000
    durationFrom: { expressionFrom: '.metadata.annotations["pod-ready.stage.kwok.x-k8s.io/delay"]' }
  next:
    event: { type: Normal, reason: Led, message: by a stage }
    statusTemplate: |
      {{ $now := Now }}
      conditions:
      - { type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }} }
      containerStatuses:
      {{ range .spec.containers }}
      - image: {{ .image | Quote }}
        name: {{ .name | Quote }}
        ready: true
        restartCount: 0
        state: { running: { startedAt: {{ $now | Quote }} } }
      {{ end }}
      hostIP: {{ NodeIPWith .spec.nodeName | Quote }}
      podIP: {{ PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) .metadata.name .metadata.namespace | Quote }}
      phase: Running
      startTime: {{ $now | Quote }}
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterResourceUsage
metadata: { name: usage }
spec:
  usages:
    - usage:
        cpu: { value: 100m }
        memory:
          expression: |
            "kwok.x-k8s.io/usage-memory" in pod.metadata.annotations
            ? Quantity(pod.metadata.annotations["kwok.x-k8s.io/usage-memory"])
            : Quantity("1Mi") * (pod.SinceSecond() / 60.0)
`;

test('files of other simulators are obeyed as they are', async () => {
  expect(await importFile('stages.yaml', STAGES)).toBe('Stage pod-ready applied\nClusterResourceUsage usage applied\n');
  await send('/api/v1/nodes', { metadata: { name: 'fake-0', annotations: { 'kwok.x-k8s.io/node': 'fake' } } });
  expect((await request('/api/v1/nodes/fake-0'))['status']).toMatchObject({
    capacity: { cpu: '1k', memory: '1Ti', pods: '1M' },
  });
  const pod = (name: string, annotations: object): object => ({
    metadata: { name, labels: { app: 'web' }, annotations },
    spec: { containers: [{ name: 'app', image: 'fake' }] },
  });
  await send(PODS, pod('slow', {}));
  await send(PODS, pod('quick', { 'pod-ready.stage.kwok.x-k8s.io/delay': '1s', 'kwok.x-k8s.io/usage-memory': '64Mi' }));
  await advance('2s');
  expect([(await podStatus('slow'))['phase'], (await podStatus('quick'))['phase']]).toEqual(['Pending', 'Running']);
  await advance('118s');
  expect(await podStatus('slow')).toMatchObject({ phase: 'Running', podIP: expect.stringMatching(/^10\./) });
  const { items } = (await request('/apis/metrics.k8s.io/v1beta1/namespaces/default/pods')) as {
    items: { metadata: { name: string }; containers: { usage: Data }[] }[];
  };
  expect(Object.fromEntries(items.map(({ metadata, containers }) => [metadata.name, containers[0]!.usage]))).toEqual({
    quick: { cpu: '100000000n', memory: '65536Ki' },
    slow: { cpu: '100000000n', memory: '2048Ki' },
  });
  const label = { metadata: { labels: { 'pod-container-running-failed.stage.kwok.x-k8s.io': 'true' } } };
  await send(`${PODS}/quick`, label, 'PATCH', 'application/merge-patch+json');
  await advance('2s');
  expect(await podStatus('quick')).toMatchObject({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'containerFailed' } } }],
  });
});

test('what cannot be simulated is refused by field', async () => {
  const volume = STAGES.split('---')[0]!.replace('kind: Pod', 'kind: PersistentVolume').replace('{{ range', '{{ rank');
  const refusal = await importFile('volume.yaml', volume);
  expect(refusal).toContain(
    'spec.resourceRef.kind: Invalid value: "PersistentVolume": only pods and nodes have stages',
  );
  expect(refusal).toContain('spec.next.statusTemplate');
  const usage = {
    metadata: { name: 'u' },
    spec: { usages: [{ usage: { cpu: { expression: 'Usage(pod, "cpu")' } } }] },
  };
  expect(await send('/apis/kwok.x-k8s.io/v1alpha1/clusterresourceusages', usage)).toMatchObject({
    code: 422,
    details: { causes: [{ field: 'spec.usages[0].usage[cpu].expression', reason: 'FieldValueInvalid' }] },
  });
});

test('nulls stand for nothing in what describes simulated pods and nodes', async () => {
  const STAGE_PATH = '/apis/kwok.x-k8s.io/v1alpha1/stages';
  const stage = (next: object | null): object => ({
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'Stage',
    metadata: { name: 'of-nulls' },
    spec: {
      resourceRef: { apiGroup: 'v1', kind: 'Pod' },
      selector: { matchLabels: null, matchExpressions: [{ key: '.status.phase', operator: 'Exists', values: null }] },
      weight: null,
      delay: null,
      next,
    },
  });
  expect(await send(STAGE_PATH, stage(null))).toMatchObject({
    code: 422,
    message: expect.stringMatching(/spec\.next: Required/),
  });
  const made = await send(STAGE_PATH, stage({ statusTemplate: null, patches: null, delete: null, event: null }));
  expect(made).toMatchObject({ metadata: { name: 'of-nulls' } });
  expect(made['spec']).toEqual({
    resourceRef: { apiGroup: 'v1', kind: 'Pod' },
    selector: { matchExpressions: [{ key: '.status.phase', operator: 'Exists' }] },
    next: {},
  });
  await send(`${STAGE_PATH}/of-nulls`, {}, 'DELETE');
});

test('pods of a trace run as long as they did there', async () => {
  const lifecycles = new Map([[['apps/v1.Deployment', 'default/api'], new Map([[7, [{ Finished: [100, 142] }]]])]]);
  const trace = pack({ version: 2, config: {}, events: [{}], index: {}, pod_lifecycles: lifecycles });
  expect(await importFile('api.sktrace', trace)).toBe(
    'api.sktrace: not replayed, apply the objects themselves: 1 change of objects\nPodBehavior trace-deployment-default-api applied\n',
  );
  const template = { metadata: { labels: { app: 'api' } }, spec: { containers: [{ name: 'app', image: 'fake' }] } };
  const spec = { selector: { matchLabels: { app: 'api' } }, template };
  await send('/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'api' }, spec });
  const phases = async (): Promise<unknown[]> => {
    const { items } = (await request(`${PODS}?labelSelector=app%3Dapi`)) as { items: { status: Data }[] };
    return items.map(({ status }) => status['phase']).sort();
  };
  await advance('40s');
  expect(await phases()).toEqual(['Running']);
  await advance('5s');
  expect(await phases()).toEqual(['Running', 'Succeeded']);
  expect(await importFile('bad.sktrace', pack({ version: 1 }))).toBe('bad.sktrace: version: 1 is not 2');
});

test('programs that are no pods take memory, disk and processes of nodes, from when until when', async () => {
  await cluster.mutate(
    'addNodes',
    { name: 'n1', capacity: { cpu: '4', memory: '8Gi', 'ephemeral-storage': '100Gi' } },
    'node { id }',
  );
  await advance('30s');
  const inject = (input: object): Promise<unknown> =>
    cluster.mutate(
      'injectFault',
      { nodes: ['n1'], after: '10s', for: '60s', ...input },
      'faults { kind amount } errors { message }',
    );
  expect(await inject({ kind: 'MEMORY_HOG', amount: '99%' })).toMatchObject({
    faults: [{ kind: 'MEMORY_HOG', amount: '99%' }],
  });
  await inject({ kind: 'DISK_FILL', amount: '95Gi' });
  await inject({ kind: 'PID_HOG', amount: '32760' });
  const without = await cluster.attempt('injectFault', { nodes: ['n1'], kind: 'PID_HOG' }, 'errors { message }');
  expect(JSON.stringify(without)).toContain('amount: required for kinds MEMORY_HOG, DISK_FILL and PID_HOG');
  const pressures = async (): Promise<unknown[]> =>
    Promise.all(
      ['MemoryPressure', 'DiskPressure', 'PIDPressure'].map(
        async (type) => (await nodeCondition('n1', type))?.['status'],
      ),
    );
  await advance('5s');
  expect(await pressures()).toEqual(['False', 'False', 'False']);
  await advance('30s');
  expect((await pressures()).slice(0, 2)).toEqual(['True', 'True']);
  await cluster.mutate('clearFaults', { nodes: ['n1'], kinds: ['DISK_FILL'] }, 'faults { kind }');
  await advance('360s');
  expect(await pressures()).toEqual(['False', 'False', 'False']);
  expect(JSON.stringify((await request('/api/v1/nodes/n1'))['metadata'])).not.toContain('hog.usage-nodefs');
});
