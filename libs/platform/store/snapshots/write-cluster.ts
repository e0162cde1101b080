import type { Client } from 'pg';
import type { SnapshotRecord, SnapshotRecordOf } from '@orrery/snapshots';
import type { Database } from '../server/database';
import { inOwnTransaction } from './own-connection';

/** Rows of one round trip. */
const PORTION = 500;

/** A cluster that is made of a snapshot. */
export interface RestoredCluster {
  readonly name: string;
  /** Cluster time at `atRealMs`, both in ms since the Unix epoch. */
  readonly atMs: number;
  readonly atRealMs: number;
  /** True if the snapshot has what components knew: what was routed then is not routed again. */
  readonly knows: boolean;
  readonly history: boolean;
}

/** Gives each record to its argument, in their order. */
export type RecordSource = (take: (record: SnapshotRecord) => Promise<void>) => Promise<void>;

/**
 * Makes a cluster from the records of a snapshot: all of it or, if the source throws, nothing. False if the name is
 * taken. Throws Postgres's errors about invalid rows.
 */
export async function writeRestored(
  database: Database,
  cluster: RestoredCluster,
  source: RecordSource,
): Promise<boolean> {
  return inOwnTransaction(database, 'BEGIN', async (connection) => {
    const rows = new RestoredRows(connection, cluster);
    try {
      await source((record) => rows.add(record));
      await rows.end();
      return true;
    } catch (error) {
      if (error instanceof NameTaken) return false;
      throw error;
    }
  });
}

class NameTaken extends Error {}

type Changes = SnapshotRecordOf<'change'>[];

class RestoredRows {
  private log = '';
  private revision = 0;
  private bytes = 0;
  private count = 0;
  private changes: Changes = [];
  private readonly beside: SnapshotRecord[] = [];

  constructor(
    private readonly connection: Client,
    private readonly cluster: RestoredCluster,
  ) {}

  async add(record: SnapshotRecord): Promise<void> {
    if (record.type === 'cluster') await this.addCluster(record);
    else if (record.type !== 'change') this.beside.push(record);
    else if (this.changes.push(record) >= PORTION) await this.addChanges();
  }

  async end(): Promise<void> {
    await this.addChanges();
    await this.addBeside();
    const { connection, cluster } = this;
    await connection.query('INSERT INTO log_removal (cluster, changes, bytes) VALUES ($1, $2, 0)', [
      cluster.name,
      this.revision - this.count,
    ]);
    await connection.query('UPDATE cluster SET logged_bytes = $2 WHERE id = $1', [cluster.name, this.bytes]);
  }

  /** Adds the rows of the tables besides the log; there are few. */
  private async addBeside(): Promise<void> {
    const insert = async (text: string, columns: readonly (readonly unknown[])[]): Promise<void> => {
      if (columns[0]!.length > 0) await this.connection.query(text, [this.cluster.name, ...columns]);
    };
    const heartbeats = this.besides('heartbeat');
    await insert(
      'INSERT INTO heartbeat (cluster, node, renewed_at) SELECT $1, * FROM unnest($2::TEXT[], $3::BIGINT[])',
      [heartbeats.map(({ node }) => node), heartbeats.map(({ atMs }) => atMs)],
    );
    const faults = this.besides('fault');
    await insert(
      `INSERT INTO node_fault (cluster, node, kind, since, until, amount)
       SELECT $1, * FROM unnest($2::TEXT[], $3::TEXT[], $4::BIGINT[], $5::BIGINT[], $6::DOUBLE PRECISION[])`,
      [
        faults.map(({ node }) => node),
        faults.map(({ kind }) => kind),
        faults.map(({ sinceMs }) => sinceMs),
        faults.map(({ untilMs }) => untilMs ?? null),
        faults.map(({ amount }) => amount ?? null),
      ],
    );
    const decisions = this.besides('decisions');
    await insert(
      `INSERT INTO decision (cluster, last, count, body, revision)
       SELECT $1, * FROM unnest($2::BIGINT[], $3::INTEGER[], $4::TEXT[], $5::BIGINT[])`,
      [
        decisions.map(({ last }) => last),
        decisions.map(({ count }) => count),
        decisions.map(({ body }) => body),
        decisions.map(({ revision }) => revision),
      ],
    );
    const dues = this.besides('descheduling-due');
    await insert('INSERT INTO descheduling_due (cluster, due_ms) SELECT $1, * FROM unnest($2::BIGINT[])', [
      dues.map(({ atMs }) => atMs),
    ]);
    const views = this.besides('view');
    await insert(
      'INSERT INTO component_view (cluster, component, body) SELECT $1, * FROM unnest($2::TEXT[], $3::TEXT[])',
      [views.map(({ component }) => component), views.map(({ body }) => body)],
    );
    await this.addRuns(this.besides('descheduling-run'));
    await this.addIncidents(this.besides('incident'));
  }

  private async addIncidents(incidents: readonly SnapshotRecordOf<'incident'>[]): Promise<void> {
    const { connection, cluster } = this;
    const column = <T>(of: (incident: (typeof incidents)[number]) => T): T[] => incidents.map(of);
    await connection.query(
      `INSERT INTO incident (cluster, number, topic, subject, value, revision, at, writer, client)
       SELECT $1, * FROM unnest($2::BIGINT[], $3::TEXT[], $4::TEXT[], $5::TEXT[], $6::BIGINT[], $7::BIGINT[], $8::TEXT[], $9::TEXT[])`,
      [
        cluster.name,
        column(({ number }) => number),
        column(({ topic }) => topic),
        column(({ subject }) => subject),
        column(({ value }) => value ?? null),
        column(({ revision }) => revision),
        column(({ atMs }) => atMs),
        column(({ writer }) => writer),
        column(({ client }) => client ?? null),
      ],
    );
    // Earlier versions of the format had the faults alone.
    await connection.query('SELECT orrery_incidents_of_faults($1)', [cluster.name]);
  }

  private async addRuns(runs: readonly SnapshotRecordOf<'descheduling-run'>[]): Promise<void> {
    if (runs.length === 0) return;
    const { connection, cluster } = this;
    await connection.query(
      `INSERT INTO descheduling_run (cluster, number, pod_uid, body)
       SELECT $1, * FROM unnest($2::BIGINT[], $3::TEXT[], $4::TEXT[])`,
      [
        cluster.name,
        runs.map(({ number }) => number),
        runs.map(({ podUid }) => podUid ?? null),
        runs.map(({ body }) => body),
      ],
    );
    // Runs from here on come after those, whatever was numbered here so far.
    await connection.query(
      `SELECT setval(pg_get_serial_sequence('descheduling_run', 'number'),
        greatest(nextval(pg_get_serial_sequence('descheduling_run', 'number')), $1::BIGINT))`,
      [Math.max(...runs.map(({ number }) => number))],
    );
  }

  private besides<T extends SnapshotRecord['type']>(type: T): SnapshotRecordOf<T>[] {
    return this.beside.filter((record): record is SnapshotRecordOf<T> => record.type === type);
  }

  private async addCluster(record: SnapshotRecordOf<'cluster'>): Promise<void> {
    const { name, atMs, atRealMs, knows, history } = this.cluster;
    const { revision, compacted, rewound, clock, clockFloorMs } = record;
    this.revision = revision;
    const { rows } = await this.connection.query<{ log: string }>(
      `INSERT INTO cluster (id, revision, compacted, rewound, seed, identity, settings, clock_mode, clock_rate, clock_anchor,
         clock_anchor_real, clock_floor, routed, signing_key, authorities, first_nodes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       ON CONFLICT DO NOTHING RETURNING log`,
      [
        name,
        revision,
        history ? compacted : revision,
        Math.min(rewound, revision),
        record.seed,
        record.identity,
        JSON.stringify(record.settings),
        clock.mode,
        clock.rate,
        Math.trunc(atMs),
        Math.trunc(atRealMs),
        Math.trunc(Math.min(clockFloorMs, atMs)),
        knows ? revision : -1,
        record.signingKey,
        JSON.stringify(record.authorities),
        record.firstNodes ? JSON.stringify(record.firstNodes) : null,
      ],
    );
    if (!rows[0]) throw new NameTaken();
    this.log = rows[0].log;
    await this.connection.query(
      'INSERT INTO log_part (cluster, log, after, up_to) VALUES ($1, $2, 0, 9223372036854775807)',
      [name, this.log],
    );
  }

  private async addChanges(): Promise<void> {
    const { changes } = this;
    this.changes = [];
    if (changes.length === 0) return;
    const column = <T>(of: (change: Changes[number]) => T): T[] => changes.map(of);
    const { rows } = await this.connection.query<{ bytes: string }>(
      `WITH added AS (
         INSERT INTO change (log, revision, operation, resource, namespace, name, body, at, previous, writer, client, reason)
         SELECT $1, * FROM unnest($2::BIGINT[], $3::SMALLINT[], $4::TEXT[], $5::TEXT[], $6::TEXT[], $7::TEXT[], $8::BIGINT[],
           $9::BIGINT[], $10::TEXT[], $11::TEXT[], $12::TEXT[])
         RETURNING octet_length(body) AS bytes
       ) SELECT sum(bytes) AS bytes FROM added`,
      [
        this.log,
        column(({ revision }) => revision),
        column(({ operation }) => operation),
        column(({ resource }) => resource),
        column(({ namespace }) => namespace),
        column(({ name }) => name),
        column(({ body }) => body),
        column(({ atMs }) => atMs),
        column(({ previous }) => previous ?? null),
        column(({ writer }) => writer),
        column(({ client }) => client ?? null),
        column(({ reason }) => reason ?? null),
      ],
    );
    this.bytes += Number(rows[0]?.bytes ?? 0);
    this.count += changes.length;
    const objects = changes.filter(({ uid }) => uid !== undefined);
    await this.connection.query(
      `INSERT INTO object (cluster, resource, namespace, name, uid, revision)
       SELECT $1, * FROM unnest($2::TEXT[], $3::TEXT[], $4::TEXT[], $5::TEXT[], $6::BIGINT[])`,
      [
        this.cluster.name,
        objects.map(({ resource }) => resource),
        objects.map(({ namespace }) => namespace),
        objects.map(({ name }) => name),
        objects.map(({ uid }) => uid),
        objects.map(({ revision }) => revision),
      ],
    );
  }
}
