import { badUserInput } from '@orrery/actions';
import { expired } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { parseMoment } from '@orrery/history';
import type { HistoryMoment } from '@orrery/store';
import type { StoryPageQuestion } from './story';

/** Up to where a story was read: all changes up to a revision, and all incidents up to a number. */
export interface StoryPlace {
  readonly revision: number;
  readonly incident: number;
}

/** Requested part of the log. */
export interface StoryRange {
  readonly after: StoryPlace;
  /** The last revision. */
  readonly upTo: number;
  readonly since?: HistoryMoment | undefined;
  readonly until?: HistoryMoment | undefined;
}

/**
 * Returns the requested part of the log. Throws BAD_USER_INPUT for an invalid moment, EXPIRED for a moment that is not
 * kept.
 */
export async function rangeOf(
  runtime: ClusterRuntime,
  args: Pick<StoryPageQuestion, 'since' | 'until' | 'after'>,
): Promise<StoryRange> {
  const head = runtime.cache.revision;
  const { compacted = 0 } = (await runtime.records.history.extent()) ?? {};
  const since = args.since == null ? undefined : await momentOf(runtime, args.since, 'since');
  const until = args.until == null ? runtime.moment?.place : await momentOf(runtime, args.until, 'until');
  // A time before all changes is one of the beginning.
  const begin = since?.revision || compacted;
  const end = until ? until.revision || compacted : head;
  const cursor = args.after == null ? { revision: begin, incident: 0 } : cursorOf(args.after);
  if (cursor.revision < compacted) {
    throw expired(`changes up to revision ${compacted} of cluster "${runtime.id}" are not kept`);
  }
  const after = { ...cursor, revision: Math.max(cursor.revision, begin) };
  return { after, upTo: Math.min(end, head), since, until };
}

/** The cursor of a place; of one without incidents it is the revision alone. */
export function cursorText({ revision, incident }: StoryPlace): string {
  return incident === 0 ? String(revision) : `${revision}.${incident}`;
}

const CURSOR = /^(\d{1,15})(?:\.(\d{1,15}))?$/;

/** Returns the place of a cursor; undefined for an invalid text. */
export function parseCursor(text: string): StoryPlace | undefined {
  const [, revision, incident = '0'] = CURSOR.exec(text) ?? [];
  return revision === undefined ? undefined : { revision: Number(revision), incident: Number(incident) };
}

function cursorOf(text: string): StoryPlace {
  const place = parseCursor(text);
  if (!place) throw badUserInput('after must be the endCursor of a page', ['after']);
  return place;
}

/**
 * Returns the moment that a text names; the revision is 0 if the log begins after it. Throws BAD_USER_INPUT for a text
 * that names none.
 */
export async function momentOf(runtime: ClusterRuntime, text: string, field: string): Promise<HistoryMoment> {
  const moment = parseMoment(text);
  if (!moment) throw badUserInput(`${field}: ${JSON.stringify(text)} is not a moment of a cluster`, [field]);
  if (moment.kind === 'revision') return { revision: moment.revision };
  const atMs = moment.kind === 'time' ? moment.atMs : runtime.clock.now() - moment.ms;
  return { revision: await runtime.records.history.revisionAt(atMs), atMs };
}
