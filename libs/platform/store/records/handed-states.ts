import type { Database } from '../server/database';

/** A component of a cluster. */
export interface ComponentPart {
  readonly component: string;
  /** The part of the cluster's work that it does; 0 where it does all of it. */
  readonly shard: number;
  /** The number of parts. */
  readonly shards: number;
}

/** Captured state of a component, as plain data. */
export interface HandedState extends ComponentPart {
  /** State besides the objects; undefined without any. */
  readonly state: unknown;
  /** Correlator state of its events; undefined if it never recorded any. */
  readonly events: unknown;
}

/** Lifetime of a state that no component takes, in seconds: the capturing process may have died. */
const KEPT_SECONDS = 600;

/** Stores the states of components for their successors, under the name of the capture. */
export async function writeHandedStates(
  database: Database,
  capture: string,
  states: readonly HandedState[],
): Promise<void> {
  await database.prisma.$executeRaw`
    INSERT INTO handed_state (capture, component, shard, shards, state, events)
    SELECT ${capture}, s.component, s.shard, s.shards, s.state, s.events
    FROM unnest(${states.map(({ component }) => component)}::TEXT[], ${states.map(({ shard }) => shard)}::INTEGER[],
      ${states.map(({ shards }) => shards)}::INTEGER[], ${states.map(({ state }) => asText(state))}::TEXT[], ${states.map(({ events }) => asText(events))}::TEXT[])
      AS s(component, shard, shards, state, events)
    ON CONFLICT DO NOTHING`;
}

/** Gives what a component is to know to the one that asks first; undefined if there is nothing, or the work was split in another way. */
export async function takeHandedState(
  database: Database,
  capture: string,
  { component, shard, shards }: ComponentPart,
): Promise<HandedState | undefined> {
  const [row] = await database.prisma.$queryRaw<HandedRow[]>`
    DELETE FROM handed_state WHERE capture = ${capture} AND component = ${component} AND shard = ${shard}::INTEGER
      AND shards = ${shards}::INTEGER
    RETURNING component, shard, shards, state, events`;
  return row && fromRow(row);
}

/** Returns the state for a component, without removing it. */
export async function readHandedState(
  { prisma }: Database,
  capture: string,
  { component, shard }: ComponentPart,
): Promise<HandedState | undefined> {
  const row = await prisma.handedState.findUnique({
    where: { capture_component_shard: { capture, component, shard } },
  });
  return row ? fromRow(row) : undefined;
}

/** Returns all states of a capture. */
export async function readHandedStates({ prisma }: Database, capture: string): Promise<HandedState[]> {
  const rows = await prisma.handedState.findMany({
    where: { capture },
    orderBy: [{ component: 'asc' }, { shard: 'asc' }],
  });
  return rows.map(fromRow);
}

/** Removes what is left of a capture, and what was left behind by processes that died. */
export async function dropHandedStates(database: Database, capture: string): Promise<void> {
  await database.prisma.$executeRaw`
    DELETE FROM handed_state
    WHERE capture = ${capture} OR written_at < now() - make_interval(secs => ${KEPT_SECONDS}::DOUBLE PRECISION)`;
}

interface HandedRow extends ComponentPart {
  readonly state: string | null;
  readonly events: string | null;
}

function fromRow({ component, shard, shards, state, events }: HandedRow): HandedState {
  return { component, shard, shards, state: fromText(state), events: fromText(events) };
}

function asText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function fromText(text: string | null): unknown {
  return text === null ? undefined : (JSON.parse(text) as unknown);
}
