import { GUIDE_POLICY } from '../../../libs/testing/kit/descheduling/policies';
import {
  ACCOUNT,
  BINDING,
  configMap,
  guideJob,
  programPod,
  ROLE,
} from '../../../libs/testing/kit/descheduling/guide-manifests';
import { namesOf, podOn } from '../../../libs/testing/kit/descheduling/scene-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { clusterOf, create, pass, patch, read } from '../../../libs/testing/kit/stories/descheduler-story';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const PHASE = '{ pod(name: "descheduler-pod", namespace: "kube-system") { status { phase } } }';

/** Returns the log of the container; with `previous` that of its previous run. */
async function log(cluster: TestGraphqlCluster, pod = 'descheduler-pod', query = ''): Promise<string> {
  const path = `api/v1/namespaces/kube-system/pods/${pod}/log${query}`;
  return (await fetch(`${server.url}/clusters/${cluster.name}/${path}`)).text();
}

/** Three pods of one owner on one of two nodes, and objects that are created then. */
async function start(objects: readonly object[]): Promise<TestGraphqlCluster> {
  const pods = namesOf('p', 3).map((name) => podOn('n1', name));
  const cluster = await clusterOf(server, { nodes: [{ name: 'n1' }, { name: 'n2' }], pods });
  await create(cluster, objects);
  await pass(cluster, '30s');
  return cluster;
}

async function startsOf(cluster: TestGraphqlCluster): Promise<string[]> {
  const { deschedulerRuns } = await cluster.query<{ deschedulerRuns: { startedAt: string }[] }>(
    '{ deschedulerRuns(first: 100) { startedAt } }',
  );
  return deschedulerRuns.map(({ startedAt }) => startedAt.slice(11, 19)).reverse();
}

describe('the guide: a pod that runs the descheduler', () => {
  const POD = programPod();

  it('runs to Succeeded and prints what it did', async () => {
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(GUIDE_POLICY), POD]);
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'Succeeded' } } });
    const printed = await log(cluster);
    expect(printed).toContain('Evicted pod pod=default/p2 node=n1 profile=strategy-RemoveDuplicates-profile');
    expect(printed).toContain('Evicted pod pod=default/p3 node=n1');
    expect(printed).toContain('Number of evicted pods: 2, refused: 0');
  });

  it('runs as a Job, which is complete afterwards', async () => {
    const job = guideJob('descheduler-job');
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(GUIDE_POLICY), job]);
    const address = `${server.url}/clusters/${cluster.name}/apis/batch/v1/namespaces/kube-system/jobs/descheduler-job`;
    const { status } = (await (await fetch(address)).json()) as { status: { succeeded?: number } };
    expect(status.succeeded).toBe(1);
    const { deschedulerRuns } = await cluster.query<{ deschedulerRuns: unknown[] }>(
      '{ deschedulerRuns { trigger evicted refused } }',
    );
    expect(deschedulerRuns).toEqual([{ trigger: 'POD', evicted: 2, refused: 0 }]);
  });

  it('fails without list, has its evictions refused without create', async () => {
    const blind = await start([ACCOUNT, configMap(GUIDE_POLICY), POD]);
    expect(await blind.query(PHASE)).toEqual({ pod: { status: { phase: 'Failed' } } });
    expect(await log(blind)).toContain('cannot list resource "nodes"');
    const reader = { ...ROLE, rules: ROLE.rules.slice(0, 2) };
    const handless = await start([reader, ACCOUNT, BINDING, configMap(GUIDE_POLICY), POD]);
    expect(await handless.query(PHASE)).toEqual({ pod: { status: { phase: 'Succeeded' } } });
    expect(await log(handless)).toContain('Number of evicted pods: 0, refused: 2');
  });

  it('waits for its ConfigMap, and fails when the policy is wrong', async () => {
    const cluster = await start([ROLE, ACCOUNT, BINDING, POD]);
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'Pending' } } });
    const address = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/kube-system/events`;
    const { items } = (await (await fetch(address)).json()) as { items: { reason: string; message: string }[] };
    expect(items.find(({ reason }) => reason === 'FailedMount')?.message).toBe(
      'MountVolume.SetUp failed for volume "policy-volume" : configmap "descheduler-policy-configmap" not found',
    );
    const wrong = GUIDE_POLICY.replace('RemoveDuplicates', 'LowUtilization');
    await create(cluster, [configMap(wrong)]);
    await pass(cluster, '30s');
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'Failed' } } });
    expect(await log(cluster)).toContain('unknown strategy name: LowUtilization (strategies.LowUtilization)');
  });
});

describe('a descheduler that runs on', () => {
  const POLICY_PATH = 'namespaces/kube-system/configmaps/descheduler-policy-configmap';

  it('starts a cycle every interval, whatever becomes of one', async () => {
    const looping = programPod({ flags: '--descheduling-interval 5m' });
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(GUIDE_POLICY), looping]);
    const [first] = await startsOf(cluster);
    expect(await log(cluster)).toContain('Number of evicted pods: 2, refused: 0');
    await create(cluster, [podOn('n1', 'p4')]);
    await pass(cluster, '4m40s');
    expect(await startsOf(cluster)).toEqual([first, later(first!, 5)]);
    expect(await log(cluster)).toContain('Evicted pod pod=default/p4 node=n1');
    // A policy that is wrong by then fails the cycle, not the program.
    const write = (text: string): Promise<void> =>
      patch(server, cluster, { path: POLICY_PATH, body: { data: { 'policy.yaml': text } } });
    await write('apiVersion: nonsense');
    await pass(cluster, '5m');
    expect(await log(cluster)).toContain('apiVersion must be "descheduler/v1alpha1" or "descheduler/v1alpha2"');
    await write(GUIDE_POLICY);
    await create(cluster, [podOn('n1', 'p5')]);
    // Another kubelet process that takes over continues from the state of the last one.
    await cluster.mutate('restartComponent', { component: 'KUBELET' }, 'component');
    await pass(cluster, '5m');
    expect(await log(cluster)).toContain('Evicted pod pod=default/p5 node=n1');
    expect(await startsOf(cluster)).toEqual([0, 5, 10, 15].map((minutes) => later(first!, minutes)));
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'Running' } } });
  });

  it('is run again when its container is started again, and keeps what each start printed', async () => {
    const again = programPod({ spec: { restartPolicy: 'OnFailure' } });
    const wrong = GUIDE_POLICY.replace('RemoveDuplicates', 'LowUtilization');
    const cluster = await start([ROLE, ACCOUNT, BINDING, configMap(wrong), again]);
    await patch(server, cluster, { path: POLICY_PATH, body: { data: { 'policy.yaml': GUIDE_POLICY } } });
    await pass(cluster, '2m');
    expect(await cluster.query(PHASE)).toEqual({ pod: { status: { phase: 'Succeeded' } } });
    expect(await log(cluster)).toContain('Number of evicted pods: 2, refused: 0');
    expect(await log(cluster, 'descheduler-pod', '?previous=true')).toContain('unknown strategy name: LowUtilization');
  });

  it('elects a leader by a Lease; the others wait until it ends', async () => {
    const flags = '--leader-elect --descheduling-interval 1m';
    const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] };
    const role = { ...ROLE, rules: [...ROLE.rules, leases] };
    const one = programPod({ name: 'one', flags });
    const other = programPod({ name: 'other', flags });
    const cluster = await start([role, ACCOUNT, BINDING, configMap(GUIDE_POLICY), one]);
    await create(cluster, [other]);
    await pass(cluster, '90s');
    const LEASE = 'apis/coordination.k8s.io/v1/namespaces/kube-system/leases/descheduler';
    const lease = async (): Promise<{ holderIdentity: string; leaseTransitions: number; renewTime: string }> =>
      (await read<{ spec: never }>(server, cluster, LEASE)).spec;
    const first = await lease();
    expect(first).toMatchObject({ leaseTransitions: 0, leaseDurationSeconds: 137 });
    expect(first.holderIdentity).toMatch(/^one_/);
    expect(await log(cluster, 'one')).toContain('successfully acquired lease kube-system/descheduler');
    expect(await log(cluster, 'other')).toBe(
      `attempting to acquire leader lease kube-system/descheduler...\nNew leader elected: ${first.holderIdentity}\n`,
    );
    await pass(cluster, '1m');
    expect((await lease()).renewTime > first.renewTime).toBe(true);
    const before = await startsOf(cluster);
    // A leader that is asked to end lets the Lease go.
    await fetch(`${server.url}/clusters/${cluster.name}/api/v1/namespaces/kube-system/pods/one`, { method: 'DELETE' });
    await pass(cluster, '2m');
    expect(await lease()).toMatchObject({ holderIdentity: expect.stringMatching(/^other_/), leaseTransitions: 1 });
    expect((await startsOf(cluster)).length).toBeGreaterThan(before.length);
    // Without the right to read Leases no process becomes one.
    await create(cluster, [programPod({ name: 'stranger', flags, spec: { serviceAccountName: 'default' } })]);
    await pass(cluster, '30s');
    expect(await log(cluster, 'stranger')).toContain(
      'leases.coordination.k8s.io "descheduler" is forbidden: User "system:serviceaccount:kube-system:default" cannot get',
    );
  });
});

/** Returns a time of day that is later by a number of minutes. */
function later(time: string, minutes: number): string {
  return new Date(Date.parse(`2026-03-01T${time}Z`) + minutes * 60_000).toISOString().slice(11, 19);
}
