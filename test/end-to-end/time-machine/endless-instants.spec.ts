import { Kinds, type KubeObject } from '@orrery/api-types';
import { scenarioProgress } from '../../../libs/api/actions/scenarios/run-scenario';
import { until } from '@orrery/test-services';
import { TimerPhase } from '@orrery/time';
import { binding, deployment, policy } from '../../../libs/testing/kit/stories/endless-story';
import { ask } from '../../../libs/testing/kit/graphql-client';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/* Writes that lead to writes without end at one instant: the advance says so, and the cluster can be used all the same. */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const create = (cluster: TestGraphqlCluster, ...objects: object[]): Promise<unknown> =>
  cluster.mutate('createObject', { objects }, 'objects { id }');

const get = async (cluster: TestGraphqlCluster, path: string): Promise<{ status: number; body: string }> =>
  ask(`${server.url}/clusters/${cluster.name}${path}`);

const AT = '2026-03-01T12:00:01.000000Z';
const MESSAGE =
  /^cluster time cannot go on from 2026-03-01T12:00:01\.000000Z: after \d+ rounds .*: controller-manager \((deployment|replicaset)-controller\) changed replicasets\.apps web-\S+ in default \d+ times; .*delete or change what goes round/;

/** A cluster whose instant does not end, since a client made a Deployment. */
async function endless(input: object = {}): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 2, seed: 's', ...input });
  await create(cluster, policy, binding);
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  await create(cluster, deployment);
  return cluster;
}

const advance = (
  cluster: TestGraphqlCluster,
  input: object,
): Promise<{ errors: { code: string; message: string }[] }> =>
  cluster.attempt('advanceClock', { ...input }, 'clock { now }');

async function refused(cluster: TestGraphqlCluster, input: object = { by: '10s' }): Promise<void> {
  const { errors } = await advance(cluster, input);
  expect(errors).toEqual([expect.objectContaining({ code: 'LOOP_DETECTED', message: expect.stringMatching(MESSAGE) })]);
}

/** Ends the loop as a user would, and continues. */
async function ended(cluster: TestGraphqlCluster): Promise<void> {
  const it = { apiVersion: binding.apiVersion, kind: binding.kind, name: binding.metadata.name };
  await cluster.mutate('deleteObject', it, 'isGone');
  expect(await advance(cluster, { by: '10s' })).toMatchObject({ errors: [] });
  const state = await cluster.query('{ clock { now problem } pods(filter: { phases: [Running] }) { totalCount } }');
  expect(state).toEqual({ clock: { now: '2026-03-01T12:00:11.000000Z', problem: null }, pods: { totalCount: 3 } });
}

test('every advance ends with who goes round with what; then time goes on, and nothing is lost', async () => {
  const cluster = await endless();
  await refused(cluster);
  await refused(cluster, { toNextEvent: true });
  await refused(cluster, { untilIdle: true });
  const { clock } = await cluster.query<{ clock: { now: string; problem: string } }>('{ clock { now problem } }');
  expect(clock).toEqual({ now: AT, problem: expect.stringMatching(MESSAGE) });
  await ended(cluster);
});

test('the cluster is read and written, by both APIs', async () => {
  const cluster = await endless();
  await refused(cluster);
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  expect(JSON.parse((await get(cluster, deployments)).body)).toMatchObject({ items: [{ metadata: { name: 'web' } }] });
  const body = JSON.stringify({ metadata: { name: 'mine' } });
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const url = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/configmaps`;
  expect((await ask(url, asked)).status).toBe(201);
  await create(cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'another' } });
  await refused(cluster);
  await ended(cluster);
});

test('it is forked, saved, taken back and deleted', async () => {
  const cluster = await endless();
  await refused(cluster);
  const { name } = cluster;
  const client = (of: string): TestGraphqlCluster => Object.assign(server.as('', of), { name: of });
  await server.client.mutate('forkCluster', { cluster: name, name: 'fork' }, 'cluster { name }');
  await refused(client('fork'));
  await ended(client('fork'));
  await server.client.mutate('saveSnapshot', { cluster: name, name: 'saved' }, 'snapshot { name }');
  await server.client.mutate('restoreSnapshot', { snapshot: 'saved', name: 'restored' }, 'cluster { name }');
  await refused(client('restored'));
  await ended(client('restored'));
  await server.client.mutate('rewindCluster', { name, to: '2026-03-01T12:00:00.5Z' }, 'cluster { name }');
  expect(await advance(cluster, { by: '10s' })).toMatchObject({ errors: [] });
  for (const each of [name, 'fork', 'restored']) {
    await server.client.mutate('deleteCluster', { name: each }, 'clientMutationId');
  }
});

test('one that does not end is deleted', async () => {
  const cluster = await endless();
  await server.client.mutate('deleteCluster', { name: cluster.name }, 'clientMutationId');
});

test('a recording of it is repeated', async () => {
  const cluster = await endless({ record: true });
  await refused(cluster);
  await refused(cluster);
  await create(cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } });
  await refused(cluster);
  await ended(cluster);
  const replay = { cluster: cluster.name };
  const { report } = await server.client.mutate<{ report: object }>(
    'replayRecording',
    replay,
    'report { isSame compared difference { resourceVersion } }',
  );
  expect(report).toEqual({ isSame: true, compared: expect.any(Number), difference: null });
});

test('a scenario ends with it', async () => {
  const cluster = await endless();
  const yaml = JSON.stringify({
    apiVersion: 'sim.orrery.dev/v1',
    kind: 'Scenario',
    metadata: { name: 'goes-round' },
    spec: { actions: [{ at: '10s', cordon: 'node-1' }] },
  });
  const { errors } = await cluster.attempt<{ errors: object[] }>('runScenario', { yaml }, 'report { passed }');
  expect(errors).toEqual([expect.objectContaining({ code: 'LOOP_DETECTED' })]);
  const progress = await scenarioProgress((await server.plane.cluster(cluster.name))!);
  const step = expect.objectContaining({ name: 'the clock', ok: false, message: expect.stringMatching(MESSAGE) });
  expect(progress).toMatchObject({ isRunning: false, passed: false, steps: [step] });
});

test('a clock that goes on by itself stays, says why, and goes on when it can', async () => {
  const cluster = await server.cluster({ nodes: 2, clock: { mode: 'AUTO', rate: 100_000 } });
  await create(cluster, policy, binding);
  await create(cluster, deployment);
  const problem = async (): Promise<string | null> =>
    (await cluster.query<{ clock: { problem: string | null } }>('{ clock { problem } }')).clock.problem;
  await until('the clock says what it waits for', async () => (await problem()) !== null);
  expect(await problem()).toContain('(deployment-controller) changed replicasets.apps web-');
  const it = { apiVersion: binding.apiVersion, kind: binding.kind, name: binding.metadata.name };
  await cluster.mutate('deleteObject', it, 'isGone');
  // A client that asks all the time would keep the clock where it is.
  const { cache } = (await server.plane.cluster(cluster.name))!;
  await until('all pods run', async () => {
    const running = cache.list(Kinds.Pod).filter(({ status }) => status?.phase === 'Running');
    return running.length === 3;
  });
});

test('two controllers that undo what the other one did', async () => {
  const cluster = await server.cluster({ nodes: 0 });
  await create(cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'flag' }, data: { is: 'off' } });
  const runtime = (await server.plane.cluster(cluster.name))!;
  const key = { resource: 'configmaps', namespace: 'default', name: 'flag' };
  const sets = (from: string, to: string): void => {
    runtime.cache.subscribe((changes) => {
      const isMine = changes.some(
        ({ object }) => object.metadata.name === 'flag' && (object['data'] as { is: string }).is === from,
      );
      if (!isMine) return;
      const change = (current: KubeObject): KubeObject => ({ ...current, data: { is: to } });
      void runtime.activity.track(() => runtime.store.modify([{ key, change }])).catch(() => undefined);
    });
  };
  sets('on', 'off');
  sets('off', 'on');
  const labels = { apiVersion: 'v1', kind: 'ConfigMap', name: 'flag', labels: { go: 'round' } };
  await cluster.mutate('setLabels', labels, 'object { id }');
  const { errors } = await advance(cluster, { by: '1s' });
  expect(errors).toEqual([expect.objectContaining({ code: 'LOOP_DETECTED' })]);
  expect(errors[0]!.message).toContain('changed configmaps flag in default');
});

test('a component whose timer is set for the instant at which it fires is named, and time goes on without it', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const { clock } = (await server.plane.cluster(cluster.name))!;
  let goesRound = true;
  const again = (): void => {
    if (goesRound) clock.setTimer(clock.now(), TimerPhase.Controllers, 'my-controller', again);
  };
  clock.setTimer(clock.now() + 5000, TimerPhase.Controllers, 'my-controller', again);
  const message = expect.stringMatching(
    /^cluster time cannot go on from 2026-03-01T12:00:05\.000000Z: timers that fire at this instant are set for it again and again: a timer of my-controller fired 20\d{3} times/,
  );
  const loop = { errors: [expect.objectContaining({ code: 'LOOP_DETECTED', message })] };
  expect(await advance(cluster, { by: '10s' })).toMatchObject(loop);
  expect(await advance(cluster, { by: '10s' })).toMatchObject(loop);
  const state = await cluster.query('{ clock { now problem } }');
  expect(state).toEqual({ clock: { now: '2026-03-01T12:00:05.000000Z', problem: message } });
  await create(cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } });
  expect(await advance(cluster, { by: '10s' })).toMatchObject(loop);
  goesRound = false;
  await create(cluster, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'another' } });
  expect(await advance(cluster, { by: '10s' })).toMatchObject({
    errors: [],
    clock: { now: '2026-03-01T12:00:15.000000Z' },
  });
});

test('roles that are made of each other change at the rate of the real controller, and time goes on', async () => {
  const cluster = await server.cluster({ nodes: 0 });
  const role = (name: string, of: string, resource: string): object => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, labels: { part: name } },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: of } }] },
    rules: [{ apiGroups: [''], resources: [resource], verbs: ['get'] }],
  });
  await create(cluster, role('a', 'b', 'pods'), role('b', 'a', 'nodes'));
  const { cache } = (await server.plane.cluster(cluster.name))!;
  const before = cache.revision;
  expect(await advance(cluster, { by: '10s' })).toMatchObject({ errors: [] });
  // 30 at once and 20 a second.
  expect(cache.revision - before).toBeGreaterThan(200);
  expect(cache.revision - before).toBeLessThan(240);
  await server.client.mutate('forkCluster', { cluster: cluster.name, name: 'roles' }, 'cluster { name }');
  const next = async (of: TestGraphqlCluster): Promise<object> => of.query('{ clock { now nextEventAt } }');
  expect(await next(Object.assign(server.as('', 'roles'), { name: 'roles' }))).toEqual(await next(cluster));
});
