import { LogMaintenance } from '../log/log-maintenance';
import { Operation, writeBatch } from '../commit/write-batch';
import { openDatabase, type Database } from '../server/database';
import { deleteCluster, insertCluster } from './clusters';
import { readDecisions, writeDecisions } from './decision-log';
import { forkCluster, ForkOutcome, rewindCluster } from './forks';
import { IncidentTopic, readIncidents, readPeriods, type HistoryMoment } from './incidents';
import { faultOfSubject, readNodeFaults, removeNodeFaults, writeNodeFaults } from './node-faults';

const ORIGIN = 'incidents-origin';
const FORK = 'incidents-fork';
const CLOCK = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
const url = process.env['ORRERY_TEST_DATABASE_URL']!;
let database: Database;

beforeAll(() => {
  database = openDatabase(url);
});
afterAll(() => database.close());

/** A change at 1 s, a fault at 2 s, a change at 3 s; at 4 s the fault is cleared, and another one is set that begins later; a change at 5 s. */
beforeEach(async () => {
  await insertCluster(database, { id: ORIGIN, seed: 's', settings: {}, clock: CLOCK });
  await change(1000);
  await set('one', 'power-off', { atMs: 2000 });
  await decide(2500, 1);
  await change(3000);
  await removeNodeFaults(database, ORIGIN, { nodes: ['one', 'other'] }, { atMs: 4000, writer: 'bob' });
  await set('two', 'disk-fill', { atMs: 4000, sinceMs: 9000, amount: 0.5 });
  await decide(4500, 2);
  await change(5000);
});
afterEach(async () => {
  await deleteCluster(database, ORIGIN);
  await deleteCluster(database, FORK);
  expect(await database.prisma.incident.count({ where: { cluster: { in: [ORIGIN, FORK] } } })).toBe(0);
});

let created = 0;
async function change(nowMs: number): Promise<void> {
  const metadata = { name: `c${++created}`, namespace: 'default', uid: `u${created}`, resourceVersion: '' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as never;
  const key = { resource: 'configmaps', namespace: 'default', name: metadata.name };
  await writeBatch(database, [{ operation: Operation.Create, key, object, expectedRevision: -1 }], {
    cluster: ORIGIN,
    nowMs,
  });
}

function set(
  node: string,
  kind: string,
  { atMs, sinceMs = atMs, amount }: { readonly atMs: number; readonly sinceMs?: number; readonly amount?: number },
): Promise<void> {
  const fault = { node, kind, sinceMs, untilMs: undefined, amount };
  return writeNodeFaults(database, ORIGIN, [fault], { atMs, writer: 'alice', client: 'kubectl' });
}

const decide = (atMs: number, revision: number): Promise<number> =>
  writeDecisions(database, ORIGIN, [JSON.stringify({ atMs, revision })]);

const faultsAt = async (place: HistoryMoment): Promise<string[]> =>
  (await readPeriods(database, ORIGIN, { topic: IncidentTopic.Fault, begunBefore: place, notEndedBefore: place })).map(
    ({ subject }) => subject,
  );
const faultsNow = async (cluster: string): Promise<string[]> =>
  (await readNodeFaults(database, cluster)).map(({ node, kind }) => `${node}/${kind}`);
const numbers = async (before?: HistoryMoment): Promise<number[]> =>
  (await readDecisions(database, ORIGIN, 0, before)).map(({ number }) => number);

test.each<[HistoryMoment, string[], number[]]>([
  [{ revision: 1 }, [], []],
  [{ revision: 1, atMs: 1999 }, [], []],
  [{ revision: 1, atMs: 2000 }, ['one/power-off'], []],
  [{ revision: 2 }, ['one/power-off'], [1]],
  [{ revision: 2, atMs: 3999 }, ['one/power-off'], [1]],
  [{ revision: 2, atMs: 4000 }, ['two/disk-fill'], [1]],
  [{ revision: 2, atMs: 4500 }, ['two/disk-fill'], [1, 2]],
  [{ revision: 3 }, ['two/disk-fill'], [1, 2]],
])('what held, and what had been decided, at %j', async (moment, faults, decisions) => {
  expect(await faultsAt(moment)).toEqual(faults);
  expect(await numbers(moment)).toEqual(decisions);
});

test('who set and cleared what, in its order', async () => {
  const topics = Object.values(IncidentTopic);
  const read = await readIncidents(database, ORIGIN, { from: 0, upTo: 9, after: 0, limit: 10, topics });
  expect(read).toEqual([
    {
      number: 1,
      topic: 'fault',
      subject: 'one/power-off',
      value: { sinceMs: 2000 },
      revision: 1,
      atMs: 2000,
      writer: 'alice',
      client: 'kubectl',
    },
    {
      number: 2,
      topic: 'fault',
      subject: 'one/power-off',
      before: { sinceMs: 2000 },
      revision: 2,
      atMs: 4000,
      writer: 'bob',
    },
    {
      number: 3,
      topic: 'fault',
      subject: 'two/disk-fill',
      value: { sinceMs: 9000, amount: 0.5 },
      revision: 2,
      atMs: 4000,
      writer: 'alice',
      client: 'kubectl',
    },
  ]);
  expect(faultOfSubject('two/disk-fill', read[2]!.value)).toEqual({
    node: 'two',
    kind: 'disk-fill',
    sinceMs: 9000,
    untilMs: undefined,
    amount: 0.5,
  });
  const [period] = await readPeriods(database, ORIGIN, { topic: IncidentTopic.Fault, subjects: { nodes: ['one'] } });
  expect(period).toMatchObject({ atMs: 2000, end: { atMs: 4000, writer: 'bob' } });
});

test('what is said again is not kept again', async () => {
  await set('two', 'disk-fill', { atMs: 6000, sinceMs: 9000, amount: 0.5 });
  await removeNodeFaults(database, ORIGIN, { nodes: ['one'] }, { atMs: 6000, writer: 'bob' });
  expect(await database.prisma.incident.count({ where: { cluster: ORIGIN } })).toBe(3);
});

test('a fork of the present has all faults, and one of the past those of then', async () => {
  expect(await forkCluster(database, { origin: ORIGIN, name: FORK, isHead: false, clock: CLOCK })).toBe(
    ForkOutcome.Done,
  );
  expect(await faultsNow(FORK)).toEqual(['two/disk-fill']);
  expect((await readDecisions(database, FORK, 0)).map(({ number }) => number)).toEqual([1, 2]);
  await deleteCluster(database, FORK);
  const past = { origin: ORIGIN, name: FORK, revision: 2, isHead: false, clock: { ...CLOCK, anchorMs: 3500 } };
  expect(await forkCluster(database, past)).toBe(ForkOutcome.Done);
  expect(await readNodeFaults(database, FORK)).toEqual([
    { node: 'one', kind: 'power-off', sinceMs: 2000, untilMs: undefined },
  ]);
  expect((await readDecisions(database, FORK, 0)).map(({ number }) => number)).toEqual([1]);
});

test('going back brings back what was cleared since, and takes what came since', async () => {
  expect(await rewindCluster(database, { cluster: ORIGIN, revision: 2, atMs: 3500, atRealMs: 0 })).toBe(
    ForkOutcome.Done,
  );
  expect(await faultsNow(ORIGIN)).toEqual(['one/power-off']);
  expect(await faultsAt({ revision: 2, atMs: 3500 })).toEqual(['one/power-off']);
  expect(await numbers()).toEqual([1]);
  // The numbers of decisions that were undone are not given again.
  expect(await decide(4000, 4)).toBe(3);
  expect(await numbers()).toEqual([1, 3]);
});

test('what happened before the beginning of the log goes with it, but for what still holds', async () => {
  await new LogMaintenance(url, ORIGIN).shorten(3);
  const subjects = (await database.prisma.incident.findMany({ where: { cluster: ORIGIN } })).map(
    ({ subject }) => subject,
  );
  expect(subjects).toEqual(['two/disk-fill']);
  expect(await faultsAt({ revision: 3 })).toEqual(['two/disk-fill']);
});

test.each([
  { history: undefined, kept: [3, 4] },
  { history: { changes: 3 }, kept: [2, 3, 4] },
  { history: { everything: true }, kept: [1, 2, 3, 4] },
  { history: { duration: '1h' }, kept: [1, 2, 3, 4] },
])('decisions are kept as long as the log: $history', async ({ history, kept }) => {
  await database.prisma.cluster.update({ where: { id: ORIGIN }, data: { settings: history ? { history } : {} } });
  for (const atMs of [6000, 7000]) {
    await writeDecisions(database, ORIGIN, [JSON.stringify({ atMs, revision: 3 })], { kept: 1, most: 2 });
  }
  expect(await numbers()).toEqual(kept);
  // Those of before the beginning of the log are not.
  await database.prisma.cluster.update({ where: { id: ORIGIN }, data: { compacted: 3 } });
  await writeDecisions(database, ORIGIN, [JSON.stringify({ atMs: 8000, revision: 3 })], { kept: 1, most: 2 });
  expect(await numbers()).toEqual([5]);
});
