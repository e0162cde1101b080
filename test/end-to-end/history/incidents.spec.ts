import { Cluster, type ObjectChange } from '@orrery/sdk';
import { Client, clientBinary } from '@orrery/test-services';
import { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let sdk: Cluster;

const POD = `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: default }
spec: { containers: [{ name: c, image: nginx, resources: { requests: { cpu: 100m } } }] }
`;

/** The power of all nodes is off from minute 1 to minute 6; node-2 uses more from minute 6 on, when another fault is planned. */
beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 3 });
  sdk = new Cluster(cluster.name, { url: server.url });
  await cluster.mutate('setNodeUsage', { name: 'node-2', cpu: '1' }, '');
  await sdk.advance('1m');
  await sdk.faults.inject({ kind: 'POWER_OFF', nodes: ['node-1', 'node-2', 'node-3'], for: '1h' });
  await sdk.advance('5m');
  await sdk.faults.clear();
  await sdk.faults.inject({ kind: 'DISK_FILL', nodes: ['node-2'], amount: '50%', after: '1h' });
  await cluster.mutate('setNodeUsage', { name: 'node-2', cpu: '2' }, '');
  await cluster.mutate('applyObject', { yaml: POD }, '');
  await sdk.advance('5m');
});
afterAll(() => server.close());

const minute = (count: number): string => `2026-03-01T12:0${count}:00Z`;

test('faults are those of the moment, as an argument and at the address', async () => {
  const kinds = async (moment: string): Promise<string[]> =>
    (await sdk.faults.list(moment)).map(({ nodeName, kind }) => `${nodeName} ${kind}`);
  expect(await kinds('2026-03-01T12:00:59Z')).toEqual([]);
  expect(await kinds(minute(1))).toEqual(['node-1 POWER_OFF', 'node-2 POWER_OFF', 'node-3 POWER_OFF']);
  expect(await kinds('2026-03-01T12:05:59Z')).toEqual(['node-1 POWER_OFF', 'node-2 POWER_OFF', 'node-3 POWER_OFF']);
  expect(await kinds(minute(6))).toEqual(['node-2 DISK_FILL']);
  const past = new GraphqlClient(`${server.url}/clusters/${cluster.name}@${minute(3)}`);
  expect(await past.query('{ faults { nodeName isInForce } }')).toEqual({
    faults: [
      { nodeName: 'node-1', isInForce: true },
      { nodeName: 'node-2', isInForce: true },
      { nodeName: 'node-3', isInForce: true },
    ],
  });
  expect(await past.query('{ faultHistory { periods { nodeName } } }')).toEqual({
    faultHistory: { periods: [{ nodeName: 'node-1' }, { nodeName: 'node-2' }, { nodeName: 'node-3' }] },
  });
});

test('the history of faults says who, from when and until when', async () => {
  const history = await sdk.faults.history();
  const off = {
    kind: 'POWER_OFF',
    since: '2026-03-01T12:01:00.000000Z',
    until: '2026-03-01T13:01:00.000000Z',
    from: '2026-03-01T12:01:00.000000Z',
    to: '2026-03-01T12:06:00.000000Z',
    setBy: 'system:admin',
    clearedAt: '2026-03-01T12:06:00.000000Z',
    clearedBy: 'system:admin',
  };
  expect(history).toMatchObject([
    { nodeName: 'node-1', ...off },
    { nodeName: 'node-2', ...off },
    { nodeName: 'node-3', ...off },
    {
      nodeName: 'node-2',
      kind: 'DISK_FILL',
      amount: '50%',
      setAt: '2026-03-01T12:06:00.000000Z',
      from: '2026-03-01T13:06:00.000000Z',
      to: null,
      clearedAt: null,
    },
  ]);
  const names = async (question: object): Promise<string[]> =>
    (await sdk.faults.history(question)).map(({ nodeName }) => nodeName);
  expect(await names({ nodes: ['node-3', 'node-2'] })).toEqual(['node-2', 'node-3', 'node-2']);
  expect(await names({ kinds: ['DISK_FILL'] })).toEqual(['node-2']);
  expect(await names({ until: minute(5) })).toEqual(['node-1', 'node-2', 'node-3']);
  expect(await names({ since: '-5m' })).toEqual(['node-2']);
  const { faultHistory: page } = await sdk.operations.faultHistory({ first: 3 });
  expect(page).toMatchObject({ hasNextPage: true });
  const { faultHistory: rest } = await sdk.operations.faultHistory({ first: 3, after: page.endCursor });
  expect(rest).toMatchObject({ hasNextPage: false, periods: [{ kind: 'DISK_FILL' }] });
  await expect(names({ since: 'yesterday' })).rejects.toThrow('since: "yesterday" is not a moment of a cluster');
});

test('zones are those of the moment, and have a history', async () => {
  const unready = async (at: string): Promise<number[]> =>
    (await sdk.operations.zones({ at })).zones.map(({ nodes }) => nodes);
  expect((await unready(minute(5))).reduce((sum, nodes) => sum + nodes)).toBe(3);
  const { zoneHistory } = await sdk.operations.zoneHistory({ first: 500 });
  const states = new Map<string, (string | null)[]>();
  for (const { zone } of zoneHistory.periods) {
    const known = states.get(zone.name) ?? [];
    if (known.at(-1) !== zone.state) states.set(zone.name, [...known, zone.state]);
  }
  const seen = [...states.values()].flat();
  expect(seen).toContain('FULL_DISRUPTION');
  expect(zoneHistory.periods.filter(({ to }) => to === null)).toHaveLength(states.size);
  const [name] = states.keys();
  const one = await sdk.operations.zoneHistory({ zone: name! });
  expect(new Set(one.zoneHistory.periods.map(({ zone }) => zone.name))).toEqual(new Set([name]));
});

const lineOf = ({ kind, name, operation, writer }: ObjectChange): string => `${kind} ${name} ${operation} ${writer}`;

test('the log tells of them at their place, page by page', async () => {
  const faults = await sdk.changes({ object: { kind: 'fault' } });
  expect(faults.map(lineOf)).toEqual([
    'Fault node-1/POWER_OFF CREATED system:admin',
    'Fault node-2/POWER_OFF CREATED system:admin',
    'Fault node-3/POWER_OFF CREATED system:admin',
    'Fault node-1/POWER_OFF DELETED system:admin',
    'Fault node-2/POWER_OFF DELETED system:admin',
    'Fault node-3/POWER_OFF DELETED system:admin',
    'Fault node-2/DISK_FILL CREATED system:admin',
  ]);
  expect(faults[0]!.reason).toBe('until 2026-03-01T13:01:00.000000Z');
  expect((await sdk.changes({ object: { kind: 'Faults', name: 'node-2' } })).map(lineOf)).toHaveLength(3);
  expect((await sdk.changes({ object: { kind: 'fault', name: 'node-1/DISK_FILL' } })).map(lineOf)).toEqual([]);
  expect((await sdk.changes({ object: { kind: 'fault' }, since: minute(1), until: minute(6) })).map(lineOf)).toEqual(
    faults.slice(3).map(lineOf),
  );
  const zones = await sdk.changes({ object: { kind: 'zone' } });
  expect(zones[0]).toMatchObject({ kind: 'Zone', writer: 'node-lifecycle-controller' });
  expect(zones.some(({ fields }) => fields.some(({ after }) => after === 'FullDisruption'))).toBe(true);
  expect(await sdk.changes({ object: { namespace: 'default' } })).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ kind: 'Fault' })]),
  );
  const all = await sdk.changes();
  expect(all.filter(({ kind }) => kind === 'Fault')).toEqual(faults);
  const times = all.map(({ time }) => time);
  expect(times).toEqual([...times].sort());
  const paged: ObjectChange[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    const { changes } = await sdk.operations.changes({ first: 3, ...(after === undefined ? {} : { after }) });
    paged.push(...changes.changes);
    [after, isMore] = [changes.endCursor, changes.hasNextPage];
  }
  expect(paged).toEqual(all);
});

test('faults are streamed with the changes, each once', async () => {
  const { changes } = await sdk.operations.changes({ object: { kind: 'fault' } });
  const stream = cluster.subscribe<{ kind: string; name: string; operation: string }>(
    `subscription { changeMade(object: { kind: "fault" }, since: "${changes.endCursor}") { kind name operation } }`,
  );
  await sdk.faults.inject({ kind: 'PARTITION', nodes: ['node-1'] });
  await sdk.faults.clear({ nodes: ['node-1'] });
  const events = await stream.until((heard) => heard.length >= 2);
  expect(events).toEqual([
    { kind: 'Fault', name: 'node-1/PARTITION', operation: 'CREATED' },
    { kind: 'Fault', name: 'node-1/PARTITION', operation: 'DELETED' },
  ]);
  stream.stop();
});

test('decisions are those of the moment, and pods are explained as they would have been placed', async () => {
  const query = (at: string): string =>
    `{ schedulingDecisions(at: "${at}") { totalCount } pod(name: "web", at: "${at}") { schedulingDecisions { nodeName outcome } } }`;
  expect(await cluster.query(query(minute(5)))).toEqual({ schedulingDecisions: { totalCount: 0 }, pod: null });
  expect(await cluster.query(query('-1m'))).toEqual({
    schedulingDecisions: { totalCount: 1 },
    pod: { schedulingDecisions: [{ nodeName: expect.stringMatching(/^node-/), outcome: 'BOUND' }] },
  });
  const explain = (at: string): string =>
    `{ explainScheduling(input: { yaml: ${JSON.stringify(POD.replace('web', 'would'))} }, at: "${at}") { feasibleCount } }`;
  expect(await cluster.query(explain(minute(5)))).toMatchObject({
    explainScheduling: { feasibleCount: 0 },
  });
  expect(await cluster.query(explain('-1m'))).toMatchObject({ explainScheduling: { feasibleCount: 3 } });
});

const kubectl = clientBinary('kubectl');
const story = kubectl === undefined ? test.skip : test;

story('kubectl top shows what nodes used then', async () => {
  for (const [moment, cpu] of [
    [minute(5), 1000],
    ['-1m', 2000],
  ] as const) {
    const client = new Client(kubectl!, `${server.url}/clusters/${cluster.name}@${moment}`);
    try {
      const [, used] = /^node-2 +(\d+)m /m.exec(await client.run(['top', 'node', 'node-2'])) ?? [];
      expect(Math.round(Number(used) / 1000) * 1000).toBe(cpu);
    } finally {
      client.dispose();
    }
  }
});
