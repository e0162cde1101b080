// npm run bench:store — pods of 2 KiB go through the batch door of an embedded Postgres as pods do that start: created,
// then written three times more, the stages of neighbours mixed. Prints what that costs the database.
//   --pods N (10000)  --batch N (300)  --bytes N (2000)  body of a pod
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import './scheduler/load-typescript.mjs';

const require = createRequire(import.meta.url);
const store = require('../../libs/platform/store');
const { startEmbeddedPostgres } = require('../../libs/platform/postgres');
const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '10000' },
    batch: { type: 'string', default: '300' },
    bytes: { type: 'string', default: '2000' },
  },
});
const [pods, batchSize, bytes] = [values.pods, values.batch, values.bytes].map(Number);
const VERSIONS = 4;
/** Number of pods that are created before the first of them is written again. */
const LEAD = 1500;

const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ folder });
try {
  await store.applyMigrations(postgres.url);
  const database = store.openDatabase(postgres.url);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await store.insertCluster(database, { id: 'bench', seed: 's', settings: {}, clock });
  const before = { cpu: processorSeconds(postgres.pid), wal: await walBytes(database), atMs: performance.now() };
  for (const writes of batches()) await write(database, writes);
  const seconds = (performance.now() - before.atMs) / 1000;
  const count = pods * VERSIONS;
  const perWrite = (total) => total / count;
  console.table({
    'writes a second': Math.round(count / seconds),
    'processor time of Postgres a write, µs': Math.round(1e6 * perWrite(processorSeconds(postgres.pid) - before.cpu)),
    'write-ahead log a write, bytes': Math.round(perWrite((await walBytes(database)) - before.wal)),
  });
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The writes in the order in which they fall due, no pod twice in a batch. */
function* batches() {
  const due = [];
  for (let version = 0; version < VERSIONS; version++) {
    for (let i = 0; i < pods; i++) due.push({ i, version, at: i + version * LEAD });
  }
  due.sort((a, b) => a.at - b.at);
  let batch = new Map();
  for (const { i, version } of due) {
    if (batch.has(i) || batch.size === batchSize) {
      yield batch;
      batch = new Map();
    }
    batch.set(i, version);
  }
  yield batch;
}

async function write(database, versions) {
  const filler = 'x'.repeat(bytes);
  const writes = [...versions].map(([i, version]) => {
    const name = `pod-${i}`;
    const metadata = { name, namespace: 'default', uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` };
    return {
      operation: version === 0 ? store.Operation.Create : store.Operation.Update,
      key: { resource: 'pods', namespace: 'default', name },
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, resourceVersion: '' }, version, filler },
      expectedRevision: -1,
    };
  });
  const results = await store.writeBatch(database, writes, { cluster: 'bench', nowMs: 0 });
  if (results.some(({ outcome }) => outcome !== store.RowOutcome.Written)) throw new Error('a write was refused');
}

async function walBytes(database) {
  const { rows } = await database.pool.query(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`);
  return Number(rows[0].bytes);
}

/** Returns the processor time of the server and its children, running and ended; from /proc, in ticks of 10 ms. */
function processorSeconds(server) {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [parent, own, ofEnded] = [fields[1], fields[11] + fields[12], fields[13] + fields[14]];
      if (Number(pid) === server) ticks += own + ofEnded;
      else if (parent === server) ticks += own;
    } catch {
      // It ended meanwhile, and counts with its parent.
    }
  }
  return ticks / 100;
}
