import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawClient, until } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/**
 * The programs of a real control plane, 1.20.2: a user's build of them takes the place of what a cluster leaves out.
 * They are not part of this project; without them the tests are skipped by name.
 */
const MANAGER = process.env['ORRERY_KUBE_CONTROLLER_MANAGER'];
const SCHEDULER = process.env['ORRERY_KUBE_SCHEDULER'];
const story = MANAGER === undefined || SCHEDULER === undefined ? describe.skip : describe;

/** Grace period: the real programs use the world's clock, and this is longer than a kubelet's Lease needs. */
const GRACE_SECONDS = 25;
const MANAGER_FLAGS = [
  '--leader-elect=true',
  '--allocate-node-cidrs=true',
  '--cluster-cidr=10.128.0.0/14',
  '--node-monitor-period=1s',
  `--node-monitor-grace-period=${GRACE_SECONDS}s`,
];
/** Neither serves anything. */
const NO_PORTS = ['--port=0', '--secure-port=0'];

interface Found {
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string> };
  readonly spec: { readonly nodeName?: string; readonly podCIDR?: string; readonly replicas?: number };
  readonly status: {
    readonly phase?: string;
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly replicas?: number;
    readonly succeeded?: number;
  };
}

story('the real kube-controller-manager and kube-scheduler in place of those of a cluster', () => {
  let server: TestGraphqlServer;
  let cluster: TestGraphqlCluster;
  let client: RawClient;
  let folder: string;
  const programs: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startTestGraphqlServer();
    const settings = { bundle: 'k8s-1.20', leftOut: ['scheduler', 'controller-manager'] };
    cluster = await server.cluster({ nodes: 3, zones: 3, clock: { mode: 'REALTIME' }, settings });
    const url = `${server.url}/clusters/${cluster.name}`;
    client = new RawClient(url);
    folder = mkdtempSync(join(tmpdir(), 'orrery-real-control-plane-'));
    const config = join(folder, 'kubeconfig');
    const key = join(folder, 'service-accounts.key');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
    writeFileSync(config, kubeconfig(url));
    const common = [`--kubeconfig=${config}`, ...NO_PORTS];
    start(MANAGER!, [...common, ...MANAGER_FLAGS, `--service-account-private-key-file=${key}`]);
    start(SCHEDULER!, common);
  });
  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL');
    await server?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  function start(file: string, flags: readonly string[]): void {
    execFileSync(file, ['--version'], { stdio: 'ignore' });
    programs.push(spawn(file, flags, { stdio: 'ignore' }));
  }

  const get = async (path: string): Promise<Found> => (await client.send(path)).json as Found;
  const list = async (path: string): Promise<Found[]> => ((await client.send(path)).json as { items: Found[] }).items;
  const post = async (path: string, body: object): Promise<void> => {
    expect(await client.send(path, { method: 'POST', body })).toMatchObject({ code: 201 });
  };
  const merge = async (path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect(await client.send(path, { method: 'PATCH', body, headers })).toMatchObject({ code: 200 });
  };
  const pods = (label: string): Promise<Found[]> => list(`/api/v1/namespaces/default/pods?labelSelector=${label}`);
  const WEB = '/apis/apps/v1/namespaces/default/deployments/web';
  const isRolledOut = async (replicas: number): Promise<boolean> => {
    const { status } = await get(WEB);
    return [status.replicas, status.updatedReplicas, status.availableReplicas].every((count) => count === replicas);
  };

  test('nodes get their ranges, and accounts their tokens', async () => {
    await until('every node has a range of addresses', async () =>
      (await list('/api/v1/nodes')).every(({ spec }) => spec.podCIDR?.startsWith('10.128.')),
    );
    await until('the account has a token', async () => {
      const secrets = await list('/api/v1/namespaces/default/secrets');
      return secrets.some(({ metadata }) => metadata.name.startsWith('default-token-'));
    });
  });

  test('a Deployment is rolled out, changed and scaled, its pods spread by the real scheduler', async () => {
    const labels = { app: 'web' };
    const tolerations = ['not-ready', 'unreachable'].map((condition) => ({
      key: `node.kubernetes.io/${condition}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 1,
    }));
    const template = { metadata: { labels }, spec: { tolerations, containers: [{ name: 'c', image: 'nginx:1' }] } };
    const spec = { replicas: 3, selector: { matchLabels: labels }, template };
    await post('/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'web' }, spec });
    await until('three pods are available', () => isRolledOut(3));
    expect(new Set((await pods('app=web')).map((pod) => pod.spec.nodeName)).size).toBe(3);
    const events = await list('/api/v1/namespaces/default/events?fieldSelector=reason=Scheduled');
    expect(events.length).toBeGreaterThanOrEqual(3);
    await merge(WEB, { spec: { template: { spec: { containers: [{ name: 'c', image: 'nginx:2' }] } } } });
    await until('the new image is rolled out', async () => {
      const sets = await list('/apis/apps/v1/namespaces/default/replicasets');
      return sets.length === 2 && (await isRolledOut(3));
    });
    await merge(`${WEB}/scale`, { spec: { replicas: 6 } });
    await until('six pods are available', () => isRolledOut(6));
  });

  test('a Job is completed', async () => {
    const template = {
      spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command: ['true'] }] },
    };
    const spec = { completions: 2, parallelism: 2, template };
    await post('/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'once' }, spec });
    const job = '/apis/batch/v1/namespaces/default/jobs/once';
    await until('the job is complete', async () => (await get(job)).status.succeeded === 2);
  });

  test('the pods of a lost node are replaced on others', async () => {
    await cluster.mutate('injectFault', { kind: 'POWER_OFF', nodes: ['node-1'] }, 'nodes');
    const running = async (): Promise<Found[]> =>
      (await pods('app=web')).filter(({ status, spec }) => status.phase === 'Running' && spec.nodeName !== 'node-1');
    await until('the node is tainted', async () => {
      const { spec } = await get('/api/v1/nodes/node-1');
      return JSON.stringify(spec).includes('node.kubernetes.io/unreachable');
    });
    await until('six pods run on the other nodes', async () => (await running()).length === 6);
  });
});

/** A kubeconfig for a server without users. */
function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  });
}
