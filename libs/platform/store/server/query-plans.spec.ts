import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { SnapshotCounts, type SnapshotRecord } from '@orrery/snapshots';
import { createDatabase, type FreshDatabase } from '@orrery/test-services';
import { planFindings, workFindings, type PlannedStatement, type PlanNode } from '@orrery/test-services';
import { loadCache, readChanges, readLog } from '../log/change-log';
import {
  changeSettings,
  completeAuthorities,
  deleteCluster,
  deleteUnfinished,
  finishCluster,
  firstNodesMade,
  clusterMade,
  clustersBeingMade,
  insertCluster,
  listClusters,
  reachInstant,
  readCluster,
  saveClock,
  saveRouted,
} from '../records/clusters';
import { publishView, readView } from '../records/component-view';
import { ClusterCache } from '../log/cluster-cache';
import { openDatabase, type Database } from './database';
import { readDecisions, writeDecisions } from '../records/decision-log';
import {
  readDeschedulingDue,
  readDeschedulingRuns,
  readRunsOfPod,
  writeDeschedulingRun,
} from '../records/descheduling-runs';
import { forkCluster, ForkOutcome, rewindCluster } from '../records/forks';
import { readHeartbeats } from '../records/heartbeats';
import { renewHeartbeats } from '../records/renewals';
import {
  dropHandedStates,
  readHandedState,
  readHandedStates,
  takeHandedState,
  writeHandedStates,
} from '../records/handed-states';
import { ofInstallation } from '../records/installation';
import {
  appendRecorded,
  endRecording,
  insertRecording,
  isRecording,
  listRecordings,
  readLogged,
  readRecorded,
  readRecording,
} from '../records/recordings';
import { LogFeed } from '../log/log-feed';
import { readLogExtent, readLogSizes, revisionAt } from '../log/kept-log';
import { LogMaintenance } from '../log/log-maintenance';
import { loadMoment, timeOfRevision } from '../log/moment';
import { readBusiestWriters } from '../log/busiest-writers';
import { readStory } from '../log/story';
import { applyMigrations } from './migrations';
import { addIncidents, IncidentTopic, lastIncident, readIncidents, readPeriods } from '../records/incidents';
import { readNodeFaults, removeNodeFaults, writeNodeFaults } from '../records/node-faults';
import { hasVacancies, liveProcesses, ownedKinds, Ownership } from '../ownership/ownership';
import { OwnershipRounds } from '../ownership/ownership-rounds';
import { Operation, writeBatch } from '../commit/write-batch';
import { writeState } from '../commit/write-state';
import { deleteSnapshot, findSnapshot, keepSnapshot, listSnapshots, snapshotFile } from '../snapshots/kept-snapshots';
import { ClusterReading } from '../snapshots/read-cluster';
import { writeRestored } from '../snapshots/write-cluster';

const CLUSTER = 'large';
const ROWS = 60_000;
const AUTHORITY = { certificate: '', privateKey: '' };
/** The tables are made to look as if they had so many rows: the planner multiplies their density with their pages. */
const PRETENDED_ROWS = 1_000_000;
/** Maximum number of rows that a statement about the whole cluster may read. */
const MOST_WORK = 12 * ROWS;

let fresh: FreshDatabase;
let admin: Client;
let database: Database;
const planned = new Map<string, PlannedStatement>();

/** Makes a database with a large cluster, and statistics of its tables if requested. */
async function open(knowsRows: boolean): Promise<void> {
  fresh = await createDatabase();
  await applyMigrations(fresh.url);
  admin = new Client({ connectionString: fresh.url });
  await admin.connect();
  await keepStatistics();
  database = openDatabase(fresh.url);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: CLUSTER, seed: 's', settings: {}, clock });
  await database.close();
  await fill();
  if (knowsRows) await pretendRows();
  await printPlans();
  database = openDatabase(fresh.url);
}

async function close(): Promise<void> {
  Client.prototype.connect = connect;
  await database?.close();
  await admin?.end();
  await fresh?.drop();
}

/** Keeps the planner's statistics unchanged during later writes. */
async function keepStatistics(): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  for (const { name } of rows) await admin.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = off)`);
}

/** Fills the tables. One object of each tenth change was changed since: the log has more rows than there are objects. */
async function fill(): Promise<void> {
  await admin.query(`
    INSERT INTO object (cluster, resource, namespace, name, uid, revision)
    SELECT '${CLUSTER}', 'events', 'default', 'event-' || i, 'uid-' || i, i FROM generate_series(1, ${ROWS}) i
    WHERE i % 10 <> 0`);
  await admin.query(`
    INSERT INTO change (log, revision, operation, resource, namespace, name, body, at, previous)
    SELECT k.log, i, 0, 'events', 'default', 'event-' || i, '{"metadata":{"uid":"u"}}', i, i - 1
    FROM generate_series(1, ${ROWS}) i, cluster k WHERE k.id = '${CLUSTER}'`);
  await admin.query(`
    INSERT INTO incident (cluster, number, topic, subject, value, revision, at, writer)
    SELECT '${CLUSTER}', i, 'zone', 'zone-' || i % 7, '{}', i * 10, i, 'w' FROM generate_series(1, ${ROWS / 10}) i`);
  await admin.query(`UPDATE cluster SET revision = ${ROWS} WHERE id = '${CLUSTER}'`);
}

async function pretendRows(): Promise<void> {
  await admin.query('ANALYZE');
  for (const table of ['object', 'change']) {
    await admin.query(`SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}',
      'relpages', (pg_relation_size('${table}') / 8192)::integer, 'reltuples', ${PRETENDED_ROWS}::real)`);
  }
}

const connect = Client.prototype.connect as (this: Client, ...rest: unknown[]) => never;

/** Makes every connection report the plan of each statement from now on, those inside functions too. */
async function printPlans(): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    client_min_messages: 'log',
  };
  for (const [name, value] of Object.entries(settings)) {
    await admin.query(`ALTER DATABASE ${rows[0]!.name} SET ${name} = '${value}'`);
  }
  Client.prototype.connect = function (this: Client, ...rest: unknown[]) {
    this.on('notice', ({ message = '' }) => hear(message));
    return connect.apply(this, rest);
  };
}

function hear(message: string): void {
  const start = message.indexOf('{');
  if (!/^duration: .* plan:/.test(message) || start < 0) return;
  const { 'Query Text': text, Plan } = JSON.parse(message.slice(start)) as { 'Query Text': string; Plan: PlanNode };
  planned.set(text, { text, plan: Plan });
}

/** Returns the statements that were planned while `work` ran. */
async function plansOf(work: () => Promise<unknown>): Promise<PlannedStatement[]> {
  planned.clear();
  await work();
  return [...planned.values()];
}

function batch(count: number): Promise<unknown> {
  const rows = Array.from({ length: count }, (_, i) => {
    const name = `event-${i * 7 + 1}`;
    const metadata = { name, namespace: 'default', uid: `u${i}`, resourceVersion: '' };
    return {
      operation: [Operation.Create, Operation.Update, Operation.Delete][i % 3]!,
      key: { resource: 'events', namespace: 'default', name },
      object: { apiVersion: 'v1', kind: 'Event', metadata } as never,
      expectedRevision: -1,
    };
  });
  return writeBatch(database, rows, { cluster: CLUSTER, nowMs: 1, fences: [] });
}

async function snapshotRecords(history: boolean): Promise<SnapshotRecord[]> {
  const reading = (await ClusterReading.begin(database, CLUSTER))!;
  const records: SnapshotRecord[] = [{ ...reading.cluster, trusted: 't' }];
  for await (const record of reading.records({ history })) {
    // More of the same would show nothing else.
    if (records.length < 2000 || record.type !== 'change') records.push(record);
  }
  await reading.close();
  return records;
}

async function own(): Promise<void> {
  const rounds = new OwnershipRounds({ database, processId: 'p', isAlone: false, onError: () => undefined });
  await rounds.announce(['scheduler']);
  const ownership = new Ownership({
    database,
    rounds,
    processId: 'p',
    role: 'scheduler',
    units: ['scheduler/0', 'scheduler/1'],
    isAlone: false,
    gained: () => undefined,
    lost: () => undefined,
    vacated: async () => undefined,
  });
  await ownership.start();
  await ownership.claimNow();
  await admin.query("INSERT INTO process (id, role, heartbeat_at) VALUES ('q:scheduler', 'scheduler', now())");
  await ownership.claimNow();
  await ownership.stop();
}

async function fork(name: string, revision?: number): Promise<void> {
  const clock = { mode: 'manual', rate: 1, anchorMs: 1, anchorRealMs: 1 };
  const outcome = await forkCluster(database, { origin: CLUSTER, name, revision, clock, isHead: false });
  expect(outcome).toBe(ForkOutcome.Done);
}

async function follow(): Promise<void> {
  const feed = new LogFeed(database, { reloaded: () => undefined, failed: () => undefined, broken: () => undefined });
  await feed.start();
  const cache = (await loadCache(database, CLUSTER))!;
  feed.follow(CLUSTER, cache);
  await feed.catchUp(CLUSTER);
  await feed.stop();
}

async function drained(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _row of rows);
}

interface Case {
  readonly what: string;
  readonly work: () => Promise<unknown>;
  /** True for a statement about all objects of a cluster, which is rarely sent. */
  readonly readsAll?: boolean;
}

/** Every statement of the store is sent by one of these. */
const CASES: readonly Case[] = [
  { what: 'a batch of one write', work: () => batch(1) },
  { what: 'a batch of 500 writes', work: () => batch(500) },
  { what: 'a page of the log', work: () => readLog(database, CLUSTER, ROWS - 2000) },
  { what: 'the beginning of the log', work: () => readLog(database, CLUSTER, 0) },
  { what: 'the end of the log', work: () => readChanges(database, CLUSTER, ROWS) },
  { what: 'shortening the log', work: () => new LogMaintenance(fresh.url, CLUSTER).shorten(ROWS / 2) },
  { what: 'the extent of the log', work: () => readLogExtent(database, CLUSTER) },
  { what: 'the time of a revision', work: () => timeOfRevision(database, CLUSTER, 5) },
  {
    what: 'a moment',
    work: () => loadMoment(database, CLUSTER, { present: new ClusterCache(ROWS, []), revision: ROWS - 15_000 }),
  },
  {
    what: 'the story of an object',
    work: () =>
      readStory(database, CLUSTER, {
        after: 0,
        upTo: ROWS,
        limit: 10,
        resource: 'events',
        namespace: 'default',
        name: 'x',
      }),
  },
  {
    what: 'the story of the pods of a node',
    work: () =>
      readStory(database, CLUSTER, {
        after: 0,
        upTo: ROWS,
        limit: 500,
        resource: 'pods',
        containing: '"nodeName":"node-1"',
      }),
  },
  {
    what: 'who wrote most of late',
    work: () => readBusiestWriters(database, CLUSTER, { after: ROWS - 1000, limit: 6 }),
  },
  { what: 'the story of a cluster', work: () => readStory(database, CLUSTER, { after: 0, upTo: ROWS, limit: 500 }) },
  { what: 'a fork', work: () => fork('forked'), readsAll: true },
  { what: 'a fork of the past', work: () => fork('forked-past', ROWS - 10), readsAll: true },
  {
    what: 'shortening what a fork sees',
    work: () => new LogMaintenance(fresh.url, 'forked').shorten(ROWS + 1),
    readsAll: true,
  },
  { what: 'a whole state', work: () => writeState(database, [], { cluster: CLUSTER, nowMs: 1 }) },
  { what: 'the sizes of all logs', work: () => readLogSizes(database), readsAll: true },
  { what: 'a revision by its time', work: () => revisionAt(database, CLUSTER, 5) },
  { what: 'loading a cluster', work: follow, readsAll: true },
  { what: 'ownership', work: own },
  { what: 'live processes', work: () => liveProcesses(database) },
  { what: 'owned work', work: () => ownedKinds(database, ['scheduler']) },
  { what: 'vacancies', work: () => hasVacancies(database) },
  { what: 'clusters', work: () => listClusters(database) },
  { what: 'clusters that are being made', work: () => clustersBeingMade(database) },
  { what: 'a cluster that is made', work: () => clusterMade(database, CLUSTER) },
  { what: 'a cluster', work: () => readCluster(database, CLUSTER) },
  {
    what: 'the clock',
    work: () => saveClock(database, CLUSTER, { mode: 'real', rate: 1, anchorMs: 1, anchorRealMs: 1 }),
  },
  { what: 'settings', work: () => changeSettings(database, CLUSTER, (settings) => settings) },
  { what: 'an instant', work: () => reachInstant(database, CLUSTER, 5) },
  { what: 'the end of a repetition', work: () => finishCluster(database, CLUSTER) },
  { what: 'clusters of killed repetitions', work: () => deleteUnfinished(database) },
  { what: 'the router’s place', work: () => saveRouted(database, CLUSTER, 5) },
  {
    what: 'authorities of a cluster',
    work: () => completeAuthorities(database, CLUSTER, { clients: AUTHORITY, frontProxy: AUTHORITY }),
  },
  { what: 'the installation', work: () => ofInstallation(database, 'a', () => ({})) },
  { what: 'first nodes', work: () => firstNodesMade(database, CLUSTER) },
  { what: 'views', work: () => publishView(database, CLUSTER, 'c', {}).then(() => readView(database, CLUSTER, 'c')) },
  {
    what: 'states that are handed over',
    work: async () => {
      const part = { component: 'kubelet', shard: 1, shards: 8 };
      await writeHandedStates(database, 'capture', [{ ...part, state: {}, events: {} }]);
      await readHandedState(database, 'capture', part);
      await readHandedStates(database, 'capture');
      await takeHandedState(database, 'capture', part);
      await dropHandedStates(database, 'capture');
    },
  },
  {
    what: 'decisions',
    work: () => writeDecisions(database, CLUSTER, ['{}']).then(() => readDecisions(database, CLUSTER, 0)),
  },
  { what: 'decisions of before', work: () => readDecisions(database, CLUSTER, 0, { revision: ROWS / 2, atMs: 1 }) },
  {
    what: 'incidents',
    work: async () => {
      const values = new Map([['z', {}]]);
      await addIncidents(database, CLUSTER, { topic: IncidentTopic.Zone, values, origin: { atMs: 1, writer: 'w' } });
      await readPeriods(database, CLUSTER, { topic: IncidentTopic.Zone, begunBefore: { revision: ROWS }, limit: 10 });
      const topics = Object.values(IncidentTopic);
      await readIncidents(database, CLUSTER, { from: ROWS - 10, upTo: ROWS, after: 0, limit: 10, topics });
      await lastIncident(database, CLUSTER);
    },
  },
  { what: 'heartbeats', work: () => renewHeartbeats(database, new Map([[CLUSTER, new Map([['n', 1]])]])) },
  { what: 'all heartbeats', work: () => readHeartbeats(database, CLUSTER) },
  {
    what: 'faults',
    work: async () => {
      const origin = { atMs: 1, writer: 'w' };
      await writeNodeFaults(database, CLUSTER, [{ node: 'n', kind: 'k', sinceMs: 1, untilMs: undefined }], origin);
      await readNodeFaults(database, CLUSTER);
      await removeNodeFaults(database, CLUSTER, { nodes: ['n'], kinds: ['k'] }, origin);
    },
  },
  {
    what: 'cycles of the descheduler',
    work: async () => {
      await writeDeschedulingRun(database, CLUSTER, { text: '{}', podUid: 'u', dueMs: 1 });
      await readDeschedulingRuns(database, CLUSTER, { first: 1, mention: 'x' });
      await readDeschedulingDue(database, CLUSTER);
      await readRunsOfPod(database, CLUSTER, 'u');
    },
  },
  {
    what: 'a recording',
    work: async () => {
      await insertRecording(database, CLUSTER, { build: '1', base: {} });
      await appendRecorded(database, CLUSTER, { number: 1, entry: {} });
      await isRecording(database, CLUSTER);
      await readRecording(database, CLUSTER);
      await drained(readRecorded(database, CLUSTER, 1));
      await endRecording(database, CLUSTER, {});
    },
  },
  { what: 'all recordings', work: () => listRecordings(database) },
  { what: 'a log to be compared', work: () => drained(readLogged(database, CLUSTER, { after: 5, upTo: 2500 })) },
  {
    what: 'going back',
    work: () => rewindCluster(database, { cluster: 'forked-past', revision: ROWS - 20, atMs: 1, atRealMs: 1 }),
    readsAll: true,
  },
  { what: 'a cluster for a snapshot', work: () => snapshotRecords(false), readsAll: true },
  { what: 'a cluster with its history for a snapshot', work: () => snapshotRecords(true), readsAll: true },
  {
    what: 'a cluster of a snapshot',
    work: async () => {
      const records = (await snapshotRecords(false)).slice(0, 2000);
      const cluster = { name: 'restored', atMs: 1, atRealMs: 1, knows: false, history: false };
      await writeRestored(database, cluster, async (take) => {
        for (const record of records) await take(record);
      });
    },
    readsAll: true,
  },
  {
    what: 'snapshots',
    work: async () => {
      await keepSnapshot(database, 'a', async (take) => {
        await take(Buffer.alloc(8));
        return new SnapshotCounts().summary();
      });
      await listSnapshots(database);
      await findSnapshot(database, 'a');
      for await (const piece of snapshotFile(database, 'a')) expect(piece).toHaveLength(8);
      await deleteSnapshot(database, 'a');
    },
  },
  { what: 'deleting a cluster', work: () => deleteCluster(database, CLUSTER), readsAll: true },
];

describe('with a million rows', () => {
  beforeAll(() => open(true));
  afterAll(close);

  test('the statement that once stopped a large cluster would be found', async () => {
    const text = `DELETE FROM change WHERE log = 1 AND revision <= 10
      AND revision NOT IN (SELECT o.revision FROM object o WHERE o.cluster = '${CLUSTER}')`;
    await admin.query("SET work_mem = '4MB'");
    const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`);
    const findings = planFindings({ text, plan: rows[0]!['QUERY PLAN'][0].Plan });
    expect(findings).toContainEqual(expect.stringContaining('asks a subquery for each row'));
  });

  test.each(CASES)('$what: its plans do not change their nature', async ({ work, readsAll = false }) => {
    expect(await findingsOf(work, (statement) => planFindings(statement, { readsAll }))).toEqual([]);
  });
});

describe('with rows that the planner knows nothing of', () => {
  beforeAll(() => open(false));
  afterAll(close);

  test('the statement that once kept a snapshot waiting would be found', async () => {
    const statements = await plansOf(async () => {
      const client = new Client({ connectionString: fresh.url });
      await client.connect();
      const revisions = Array.from({ length: 200 }, (_, i) => i * 10 + 1);
      await client.query(
        `SELECT c.body, o.uid FROM unnest($2::BIGINT[]) WITH ORDINALITY r(revision, number)
         JOIN cluster_change c ON c.cluster = $1 AND c.revision = r.revision
         JOIN object o ON o.cluster = $1 AND o.resource = c.resource AND o.namespace = c.namespace AND o.name = c.name
         ORDER BY r.number`,
        [CLUSTER, revisions],
      );
      await client.end();
    });
    expect(statements.flatMap((statement) => workFindings(statement, MOST_WORK))).toHaveLength(1);
  });

  test.each(CASES)('$what: it looks at few rows again', async ({ work }) => {
    expect(await findingsOf(work, (statement) => workFindings(statement, MOST_WORK))).toEqual([]);
  });
});

async function findingsOf(
  work: () => Promise<unknown>,
  findings: (statement: PlannedStatement) => string[],
): Promise<string[]> {
  const statements = await plansOf(work);
  expect(statements.length).toBeGreaterThan(0);
  return statements.flatMap((statement) => findings(statement).map((finding) => `${finding}\n${statement.text}`));
}

/** Number of statements by file: a new statement is added to {@link CASES}, too. Those without a table are not planned. */
const STATEMENTS: Readonly<Record<string, number>> = {
  'advisory-lock.ts': 2,
  'busiest-writers.ts': 1,
  'change-log.ts': 3,
  'clusters.ts': 15,
  'component-view.ts': 2,
  'decision-log.ts': 3,
  'descheduling-runs.ts': 7,
  'forks.ts': 2,
  'handed-states.ts': 5,
  'heartbeats.ts': 1,
  'incidents.ts': 4,
  'installation.ts': 3,
  'kept-log.ts': 3,
  'kept-snapshots.ts': 9,
  'log-feed.ts': 2,
  'log-maintenance.ts': 8,
  'migrations.ts': 9,
  'moment.ts': 3,
  'node-faults.ts': 3,
  'notification-line.ts': 2,
  'own-connection.ts': 2,
  'ownership-rounds.ts': 2,
  'ownership.ts': 7,
  'read-cluster.ts': 8,
  'recordings.ts': 8,
  'renewals.ts': 1,
  'story.ts': 1,
  'write-batch.ts': 1,
  'write-cluster.ts': 11,
  'write-state.ts': 4,
};
const STATEMENT =
  /\$(queryRaw|executeRaw)|\.query[<(]|\b(prisma|tx|transaction)\s*\.\s*[a-z]\w+\s*\.\s*(find|create|update|delete|upsert|count|aggregate|group)|\.(cluster|ownership|process)\s+\.\s*(find|update|delete)/g;

test('every statement of the store has its plans looked at', () => {
  const found: Record<string, number> = {};
  const store = join(__dirname, '..');
  for (const file of readdirSync(store, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const count = readFileSync(join(store, file), 'utf8').match(STATEMENT)?.length ?? 0;
    if (count > 0) found[basename(file)] = count;
  }
  expect(found).toEqual(STATEMENTS);
});
