import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../libs/testing/graphql-server';

jest.setTimeout(60_000);

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

type Entry = Record<string, unknown>;
interface Report {
  readonly steps: readonly { readonly seconds: number; readonly ok: boolean; readonly message: string }[];
}
interface Wishes {
  readonly settings?: Entry;
  readonly node?: Entry;
}

const at = (seconds: number): string => `${Math.round(seconds * 1000)}ms`;
const expects = (seconds: number, ...expectations: Entry[]): Entry => ({ at: at(seconds), expect: expectations });
const applies = (seconds: number, ...objects: Entry[]): Entry => ({ at: at(seconds), apply: objects });
const isLike = (kind: string, name: string, matches: Entry, more: Entry = {}): Entry => ({
  kind,
  name,
  matches,
  ...more,
});
const statusOf = (name: string, status: Entry): Entry => isLike('Pod', name, { status });
const gone = (kind: string, name: string): Entry => ({ kind, name, count: 0 });
const eventOf = (reason: string, message: string, more: Entry = {}): Entry => ({
  kind: 'Event',
  matches: { reason, message, ...more },
});
const podOf = (name: string, spec: Entry = {}, annotations: Record<string, string> = {}): Entry => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', annotations },
  spec: { nodeName: 'n', containers: [{ name: 'app', image: 'nginx' }], ...spec },
});

/** A cluster of one node, after ten quiet seconds. */
async function clusterOf({ settings = {}, node = {} }: Wishes = {}): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ settings });
  await cluster.mutate('addNode', { name: 'n', ...node }, 'node { id }');
  return cluster;
}

/** What went otherwise than expected. */
async function run(cluster: TestGraphqlCluster, ...actions: Entry[]): Promise<string[]> {
  const yaml = JSON.stringify({ apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', spec: { actions } });
  const fields = 'report { steps { seconds ok message } } errors { message }';
  const { report } = await cluster.mutate<{ report: Report }>('runScenario', { yaml }, fields);
  return report.steps.filter(({ ok }) => !ok).map(({ seconds, message }) => `${seconds}: ${message}`);
}

const request = async (cluster: TestGraphqlCluster, path: string, init?: RequestInit): Promise<Entry> => {
  const response = await fetch(`${server.url}/clusters/${cluster.name}${path}`, init);
  return (await response.json()) as Entry;
};
const PODS = '/api/v1/namespaces/default/pods';
const uidOf = async (cluster: TestGraphqlCluster, name: string): Promise<string> =>
  ((await request(cluster, `${PODS}/${name}`))['metadata'] as { uid: string }).uid;

describe('static pods', () => {
  const STATIC = 'orrery.dev/static-pods';
  const manifests = (...images: string[]): string =>
    JSON.stringify(
      images.map((image) => ({ metadata: { name: image }, spec: { containers: [{ name: 'app', image }] } })),
    );
  const node = { annotations: { [STATIC]: manifests('etcd') } };
  const mirror = {
    metadata: {
      annotations: { 'kubernetes.io/config.source': 'file' },
      ownerReferences: [{ kind: 'Node', name: 'n', controller: true }],
      deletionTimestamp: null,
    },
    spec: { nodeName: 'n', tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] },
    status: { phase: 'Running', containerStatuses: [{ restartCount: 0 }] },
  };

  it('are shown by mirrors that come back when they are deleted', async () => {
    const cluster = await clusterOf({ node });
    expect(await run(cluster, expects(5, isLike('Pod', 'etcd-n', mirror)))).toEqual([]);
    const first = await uidOf(cluster, 'etcd-n');
    await request(cluster, `${PODS}/etcd-n`, { method: 'DELETE' });
    expect(await run(cluster, expects(1, isLike('Pod', 'etcd-n', mirror)))).toEqual([]);
    expect(await uidOf(cluster, 'etcd-n')).not.toBe(first);
  });

  it('come and go with their manifests, and outlive the API', async () => {
    const cluster = await clusterOf({ node });
    const writes = (seconds: number, text: string): Entry => ({
      at: at(seconds),
      patch: { kind: 'Node', name: 'n', patch: { metadata: { annotations: { [STATIC]: text } } } },
    });
    const story = [
      writes(25, manifests('etcd', 'proxy')),
      expects(39, gone('Pod', 'proxy-n')),
      expects(41, isLike('Pod', 'proxy-n', mirror), isLike('Pod', 'etcd-n', mirror)),
      { at: at(42), fault: { kind: 'PARTITION', nodes: ['n'], for: '600s' } },
      expects(600, isLike('Pod', 'etcd-n', { metadata: { deletionTimestamp: null } })),
      expects(643, isLike('Pod', 'etcd-n', mirror)),
      writes(645, manifests('proxy')),
      expects(662, gone('Pod', 'etcd-n'), isLike('Pod', 'proxy-n', mirror)),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });

  it('go with their node', async () => {
    const cluster = await clusterOf({ node });
    const story = [
      expects(5, isLike('Pod', 'etcd-n', mirror)),
      { at: at(6), delete: { kind: 'Node', name: 'n' } },
      expects(81, gone('Pod', 'etcd-n')),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});

describe('a kubelet that restarts', () => {
  it('finds its containers running and restarts nothing', async () => {
    const cluster = await clusterOf();
    const isUntouched = statusOf('web', { phase: 'Running', containerStatuses: [{ restartCount: 0, ready: true }] });
    const story = [
      applies(0, podOf('web')),
      expects(5, isUntouched),
      { at: at(6), fault: { kind: 'HEARTBEATS_STOPPED', nodes: ['n'], for: '15s' } },
      applies(10, podOf('late')),
      expects(20, statusOf('late', { phase: 'Pending' })),
      expects(25, isUntouched, statusOf('late', { phase: 'Running' }), {
        ...eventOf('Started', 'Started container app', { involvedObject: { name: 'web' } }),
        count: 1,
      }),
    ];
    expect(await run(cluster, ...story)).toEqual([]);
  });
});
