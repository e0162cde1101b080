import type { Database } from '../server/database';

/** Postgres notifies on it, with the cluster's name, when incidents were written. */
export const INCIDENTS_CHANNEL = 'orrery_incidents';

/** Topics of incidents. */
export const IncidentTopic = {
  /** Fault of a node: subjects are `NODE/KIND`, values have its start, end and amount. */
  Fault: 'fault',
  /** A zone as the node-lifecycle controller sees it: subjects are `REGION::ZONE`. */
  Zone: 'zone',
} as const;
export type IncidentTopic = (typeof IncidentTopic)[keyof typeof IncidentTopic];

/** Author and time of an incident. */
export interface IncidentOrigin {
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** The name of a user, or of a component. */
  readonly writer: string;
  /** Program or part of the component, if known. */
  readonly client?: string | undefined;
}

/** Incident about a subject, separate from the objects of a cluster and their log. */
export interface Incident extends IncidentOrigin {
  /** Number from 1 for each cluster, in the order of the incidents. */
  readonly number: number;
  readonly topic: IncidentTopic;
  readonly subject: string;
  /** Value from here on, as plain data; undefined if the condition has ended. */
  readonly value?: unknown;
  /** Value until then. */
  readonly before?: unknown;
  /** The revision of the cluster at that time: it came after this change and before the next one. */
  readonly revision: number;
}

/** Period for which a condition held. */
export interface IncidentPeriod extends Incident {
  /** Origin of its end; undefined if it lasts. */
  readonly end?: IncidentOrigin;
}

/** A moment, for what has no revision of its own. */
export interface HistoryMoment {
  /** Changes up to this one had been made: before it came what happened at a lower revision. */
  readonly revision: number;
  /** Given for a moment that is a time: all of this instant of cluster time, in ms since the Unix epoch, came before it. */
  readonly atMs?: number | undefined;
}

/** Selected subjects: those that match all given conditions. */
export interface IncidentSubjects {
  /** Whole names, or their second parts, after `::`. */
  readonly names?: readonly string[] | undefined;
  /** First parts, up to the slash. */
  readonly nodes?: readonly string[] | undefined;
  /** Second parts, after the slash. */
  readonly kinds?: readonly string[] | undefined;
}

/** Selection of periods. */
export interface PeriodQuestion {
  readonly topic: IncidentTopic;
  /** Moment before which the periods had begun; all if undefined. */
  readonly begunBefore?: HistoryMoment | undefined;
  /** Moment before which the periods had not ended. */
  readonly notEndedBefore?: HistoryMoment | undefined;
  /** The number of the last one that is known. */
  readonly after?: number | undefined;
  /** Maximum number; all if undefined. */
  readonly limit?: number | undefined;
  readonly subjects?: IncidentSubjects | undefined;
}

/** Selection of incidents in a part of the log. */
export interface IncidentQuestion {
  /** First revision of the incidents, up to `upTo`. */
  readonly from: number;
  readonly upTo: number;
  /** Number above which incidents are selected. */
  readonly after: number;
  readonly limit: number;
  readonly since?: HistoryMoment | undefined;
  readonly until?: HistoryMoment | undefined;
  /** Topics of the selected incidents. */
  readonly topics: readonly IncidentTopic[];
  readonly subjects?: IncidentSubjects | undefined;
}

/** Values of a topic: by subject, plain data, or undefined for an ended condition. */
export type IncidentValues = ReadonlyMap<string, unknown>;

/** Stores the values that differ from the previous ones of each subject. */
export async function addIncidents(
  database: Database,
  cluster: string,
  {
    topic,
    values,
    origin,
  }: { readonly topic: IncidentTopic; readonly values: IncidentValues; readonly origin: IncidentOrigin },
): Promise<void> {
  if (values.size === 0) return;
  const { atMs, writer, client = '' } = origin;
  const texts = [...values.values()].map(textOf);
  await database.prisma.$executeRaw`
    SELECT orrery_add_incidents(${cluster}, ${topic}, ${[...values.keys()]}::TEXT[], ${texts}::TEXT[],
      ${Math.trunc(atMs)}::BIGINT, ${writer}, ${client})`;
}

/** A value as it is stored. */
export function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Returns periods in the order in which they began. */
export async function readPeriods(
  database: Database,
  cluster: string,
  { topic, after = 0, limit, subjects, ...bounds }: PeriodQuestion,
): Promise<IncidentPeriod[]> {
  const { names, nodes, kinds } = subjectColumns(subjects);
  const begun = columnsOf(bounds.begunBefore);
  const ended = columnsOf(bounds.notEndedBefore);
  const rows = await database.prisma.$queryRaw<PeriodRow[]>`
    SELECT i.*, NULL AS before, n.at AS end_at, n.writer AS end_writer, n.client AS end_client FROM incident i
    LEFT JOIN LATERAL (
      SELECT x.revision, x.at, x.writer, x.client FROM incident x
      WHERE x.cluster = i.cluster AND x.topic = i.topic AND x.subject = i.subject AND x.number > i.number
      ORDER BY x.number LIMIT 1
    ) n ON TRUE
    WHERE i.cluster = ${cluster} AND i.topic = ${topic} AND i.value IS NOT NULL AND i.number > ${after}
      AND (${names}::TEXT[] IS NULL OR i.subject = ANY(${names}::TEXT[]) OR split_part(i.subject, '::', 2) = ANY(${names}::TEXT[]))
      AND (${nodes}::TEXT[] IS NULL OR split_part(i.subject, '/', 1) = ANY(${nodes}::TEXT[]))
      AND (${kinds}::TEXT[] IS NULL OR split_part(i.subject, '/', 2) = ANY(${kinds}::TEXT[]))
      AND (${begun.revision}::BIGINT IS NULL OR i.revision < ${begun.revision})
      AND (${begun.atMs}::BIGINT IS NULL OR i.at <= ${begun.atMs})
      AND (n.at IS NULL OR ((${ended.revision}::BIGINT IS NULL OR n.revision >= ${ended.revision})
        AND (${ended.atMs}::BIGINT IS NULL OR n.at > ${ended.atMs})))
    ORDER BY i.number LIMIT ${limit ?? null}::BIGINT`;
  return rows.map((row) => {
    const end = row.end_at === null ? {} : { end: originOf(row.end_at, row.end_writer, row.end_client) };
    return { ...incidentOf(row), ...end };
  });
}

/** Returns incidents in their order. */
export async function readIncidents(
  database: Database,
  cluster: string,
  { from, upTo, after, limit, topics, subjects, ...bounds }: IncidentQuestion,
): Promise<Incident[]> {
  const { names, nodes, kinds } = subjectColumns(subjects);
  const since = columnsOf(bounds.since);
  const until = columnsOf(bounds.until);
  const rows = await database.prisma.$queryRaw<IncidentRow[]>`
    SELECT i.*, p.value AS before FROM incident i
    LEFT JOIN LATERAL (
      SELECT x.value FROM incident x
      WHERE x.cluster = i.cluster AND x.topic = i.topic AND x.subject = i.subject AND x.number < i.number
      ORDER BY x.number DESC LIMIT 1
    ) p ON TRUE
    WHERE i.cluster = ${cluster} AND i.revision >= ${from} AND i.revision <= ${upTo} AND i.number > ${after}
      AND i.topic = ANY(${[...topics]}::TEXT[]) AND (${names}::TEXT[] IS NULL OR i.subject = ANY(${names}::TEXT[]) OR split_part(i.subject, '::', 2) = ANY(${names}::TEXT[]))
      AND (${nodes}::TEXT[] IS NULL OR split_part(i.subject, '/', 1) = ANY(${nodes}::TEXT[]))
      AND (${kinds}::TEXT[] IS NULL OR split_part(i.subject, '/', 2) = ANY(${kinds}::TEXT[]))
      AND (${since.revision}::BIGINT IS NULL OR i.revision >= ${since.revision})
      AND (${since.atMs}::BIGINT IS NULL OR i.at > ${since.atMs})
      AND (${until.revision}::BIGINT IS NULL OR i.revision < ${until.revision})
      AND (${until.atMs}::BIGINT IS NULL OR i.at <= ${until.atMs})
    ORDER BY i.revision, i.number LIMIT ${limit}`;
  return rows.map(incidentOf);
}

/** The number of the last incident of a cluster; 0 if there is none. */
export async function lastIncident(database: Database, cluster: string): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ last: bigint }[]>`
    SELECT coalesce(max(i.number), 0) AS last FROM incident i WHERE i.cluster = ${cluster}`;
  return Number(row!.last);
}

interface IncidentRow {
  readonly number: bigint;
  readonly topic: IncidentTopic;
  readonly subject: string;
  readonly value: string | null;
  readonly before: string | null;
  readonly revision: bigint;
  readonly at: bigint;
  readonly writer: string;
  readonly client: string | null;
}

interface PeriodRow extends IncidentRow {
  readonly end_at: bigint | null;
  readonly end_writer: string;
  readonly end_client: string | null;
}

function incidentOf({ number, topic, subject, value, before, revision, at, writer, client }: IncidentRow): Incident {
  return {
    number: Number(number),
    topic,
    subject,
    ...(value === null ? {} : { value: JSON.parse(value) as unknown }),
    ...(before === null ? {} : { before: JSON.parse(before) as unknown }),
    revision: Number(revision),
    ...originOf(at, writer, client),
  };
}

function originOf(at: bigint, writer: string, client: string | null): IncidentOrigin {
  return { atMs: Number(at), writer, ...(client === null ? {} : { client }) };
}

interface SubjectColumns {
  readonly names: string[] | null;
  readonly nodes: string[] | null;
  readonly kinds: string[] | null;
}

function subjectColumns({ names, nodes, kinds }: IncidentSubjects = {}): SubjectColumns {
  return { names: names ? [...names] : null, nodes: nodes ? [...nodes] : null, kinds: kinds ? [...kinds] : null };
}

/** Returns the values by which a moment is compared: its time if it has one, else its revision. */
function columnsOf(moment: HistoryMoment | undefined): {
  readonly revision: number | null;
  readonly atMs: number | null;
} {
  if (moment?.atMs !== undefined) return { revision: null, atMs: Math.floor(moment.atMs) };
  return { revision: moment?.revision ?? null, atMs: null };
}
