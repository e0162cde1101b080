import { z } from 'zod';

/** The `format` of every snapshot's first line. */
export const SNAPSHOT_FORMAT = 'orrery-snapshot';
/** Version of the lines after the first one; raised whenever a line, or the state of a component, changes its shape. */
export const SNAPSHOT_VERSION = 3;

const count = z.int().min(0);
/** Ms since the Unix epoch, of cluster time. */
const instant = z.number();
const name = z.string().min(1);
/** JSON as it is stored: the database never looks into it. */
const text = z.string();
const anything = z.record(z.string(), z.unknown());

const authority = z.object({ certificate: z.string(), privateKey: z.string() });

/** First record of a snapshot, with its format. */
const header = z.object({
  type: z.literal('header'),
  format: z.literal(SNAPSHOT_FORMAT),
  version: count,
  cluster: name,
  /** Real time, as RFC 3339. */
  savedAt: z.string(),
  /** True if the log of the cluster is part of it, or only the last version of each object. */
  history: z.boolean(),
});

/** The cluster's own row. */
const cluster = z.object({
  type: z.literal('cluster'),
  revision: count,
  compacted: count,
  rewound: count,
  seed: z.string(),
  identity: z.string(),
  settings: anything,
  clock: z.object({ mode: z.enum(['real', 'manual', 'auto']), rate: z.number().positive(), atMs: instant }),
  clockFloorMs: instant,
  signingKey: z.string().min(1),
  authorities: z.object({ clients: authority, frontProxy: authority }),
  /** The certificates that clients of the cluster trust, in PEM. */
  trusted: z.string().min(1),
  firstNodes: z.object({ nodes: count, zones: count }).optional(),
});

/** A version of an object, with the change that made it. */
const change = z.object({
  type: z.literal('change'),
  revision: count,
  operation: z.int().min(0).max(2),
  resource: name,
  namespace: z.string(),
  name,
  /** Uid, only if this is the last version of an object that exists. */
  uid: z.string().optional(),
  atMs: instant,
  previous: count.optional(),
  writer: z.string(),
  client: z.string().optional(),
  reason: z.string().optional(),
  body: text,
});

const decisions = z.object({
  type: z.literal('decisions'),
  last: count,
  count,
  body: text,
  /** Revision of the cluster when the batch was written. */
  revision: count,
});
const deschedulingRun = z.object({
  type: z.literal('descheduling-run'),
  number: count,
  podUid: z.string().optional(),
  body: text,
});
const deschedulingDue = z.object({ type: z.literal('descheduling-due'), atMs: instant });
const heartbeat = z.object({ type: z.literal('heartbeat'), node: name, atMs: instant });
const fault = z.object({
  type: z.literal('fault'),
  node: name,
  kind: name,
  sinceMs: instant,
  untilMs: instant.optional(),
  amount: z.number().optional(),
});
/** Incident besides the objects: without the log, only those that still hold. */
const incident = z.object({
  type: z.literal('incident'),
  number: count,
  topic: name,
  subject: name,
  /** JSON; absent for what holds no more. */
  value: text.optional(),
  revision: count,
  atMs: instant,
  writer: z.string(),
  client: z.string().optional(),
});
const view = z.object({ type: z.literal('view'), component: name, body: text });
/** State of a component besides the objects. */
const component = z.object({
  type: z.literal('component'),
  component: name,
  shard: count,
  /** Number of shards of its work; 1 if absent. */
  shards: count.optional(),
  state: z.unknown(),
});
/** Correlator state of events, so that the next ones are counted and named as they would have been. */
const events = z.object({
  type: z.literal('events'),
  /** Component that recorded them; absent for all without numbers of their own. */
  component: name.optional(),
  shard: count.optional(),
  shards: count.optional(),
  state: z.unknown(),
});
/** The last line: without it a file is not whole. */
const end = z.object({
  type: z.literal('end'),
  lines: count,
  /** Digest of everything before this line, in hexadecimal digits. */
  sha256: z.string(),
});

export const snapshotHeader = header;
export const snapshotRecord = z.discriminatedUnion('type', [
  header,
  cluster,
  change,
  decisions,
  deschedulingRun,
  deschedulingDue,
  heartbeat,
  fault,
  incident,
  view,
  component,
  events,
  end,
]);

/** A line of a snapshot. */
export type SnapshotRecord = z.infer<typeof snapshotRecord>;
export type SnapshotHeader = z.infer<typeof header>;
export type SnapshotRecordOf<T extends SnapshotRecord['type']> = Extract<SnapshotRecord, { type: T }>;
