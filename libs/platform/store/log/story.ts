import type { KubeObject } from '@orrery/api-types';
import type { Operation } from '../commit/write-batch';
import type { Origin } from '../commit/origin';
import type { Database } from '../server/database';
import { parseBody } from './change-log';
import type { Change } from './cluster-cache';

/** Maximum number of changes that one statement examines. */
const PORTION_CHANGES = 2000;
/** Statements of one page at most: a page about an object that seldom changes ends before the log does. */
const MAX_PORTIONS = 20;

/** Change with its writer, time and reason. */
export interface ReportedChange extends Change, Origin {
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
}

/** Selection of changes. */
export interface StoryQuestion {
  /** Revision after which changes are selected; not before the beginning of the log. */
  readonly after: number;
  /** Revision up to which changes are selected. */
  readonly upTo: number;
  /** Changes at most. */
  readonly limit: number;
  /** Resource, namespace and name of the selected objects; all if undefined. */
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** Text that objects contain in the log's JSON, such as `"nodeName":"node-1"`: what does not is neither sent nor parsed. */
  readonly containing?: string | undefined;
  /** Resources to leave out. */
  readonly without?: readonly string[];
  /** True if the previous versions of the objects are left out: they are half of the data that is read. */
  readonly withoutPrevious?: boolean;
}

/** Page of past changes. */
export interface StoryPage {
  /** Oldest first. */
  readonly changes: readonly ReportedChange[];
  /** Revision up to which everything was examined: the next page begins after it. */
  readonly reached: number;
}

/** A page of the story of a cluster, or of some of its objects. */
export async function readStory(database: Database, cluster: string, question: StoryQuestion): Promise<StoryPage> {
  const { upTo, limit } = question;
  const changes: ReportedChange[] = [];
  let reached = question.after;
  for (let portion = 0; portion < MAX_PORTIONS && reached < upTo; portion++) {
    const until = Math.min(upTo, reached + PORTION_CHANGES);
    const left = limit - changes.length;
    const rows = await readPortion(database, cluster, { ...question, after: reached, upTo: until, limit: left });
    for (const row of rows) changes.push(reportedChange(row));
    if (rows.length === left) return { changes, reached: changes.at(-1)?.revision ?? reached };
    reached = until;
  }
  return { changes, reached };
}

interface StoryRow {
  readonly revision: bigint;
  readonly operation: Operation;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly body: string;
  readonly at: bigint;
  readonly writer: string;
  readonly client: string | null;
  readonly reason: string | null;
  readonly previous: bigint | null;
  readonly before: string | null;
}

function readPortion(
  database: Database,
  cluster: string,
  { after, upTo, limit, without = [], withoutPrevious = false, ...only }: StoryQuestion,
): Promise<StoryRow[]> {
  const [resource, namespace, name] = [only.resource ?? null, only.namespace ?? null, only.name ?? null];
  const containing = only.containing ?? null;
  return database.prisma.$queryRaw<StoryRow[]>`
    SELECT c.revision, c.operation, c.resource, c.namespace, c.name, c.body, c.at, c.writer, c.client, c.reason,
      c.previous, p.body AS before
    FROM (
      SELECT * FROM cluster_change d
      WHERE d.cluster = ${cluster} AND d.revision > ${after} AND d.revision <= ${upTo}
      ORDER BY d.revision LIMIT ${PORTION_CHANGES}
    ) c
    LEFT JOIN LATERAL (
      SELECT x.body FROM cluster_change x WHERE x.cluster = ${cluster} AND x.revision = c.previous AND ${!withoutPrevious} OFFSET 0
    ) p ON TRUE
    WHERE (${resource}::TEXT IS NULL OR c.resource = ${resource}) AND (${namespace}::TEXT IS NULL OR c.namespace = ${namespace})
      AND (${name}::TEXT IS NULL OR c.name = ${name}) AND c.resource <> ALL(${[...without]}::TEXT[])
      AND (${containing}::TEXT IS NULL OR strpos(c.body, ${containing}::TEXT) > 0)
    ORDER BY c.revision LIMIT ${limit}`;
}

function reportedChange(row: StoryRow): ReportedChange {
  const { operation, resource, namespace, name, body, writer, client, reason, before, previous } = row;
  const revision = Number(row.revision);
  const old: KubeObject | undefined = before === null ? undefined : parseBody(before, Number(previous));
  return {
    revision,
    operation,
    key: { resource, namespace, name },
    object: parseBody(body, revision),
    ...(old ? { previous: old } : {}),
    atMs: Number(row.at),
    writer,
    ...(client === null ? {} : { client }),
    ...(reason === null ? {} : { reason }),
  };
}
