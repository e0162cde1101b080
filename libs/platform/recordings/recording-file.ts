import { badRequest, jsonText, parseJson, requestEntityTooLarge } from '@orrery/api-types';
import {
  LineFileError,
  lineText,
  readCluster,
  readLineFile,
  readLines,
  readLogged,
  readRecorded,
  type Database,
  type LinePlace,
  type LoggedChange,
} from '@orrery/store';
import { TimerPhase } from '@orrery/time';
import {
  KeptLines,
  recordingOf,
  type Position,
  type RecordedEntry,
  type RecordingBase,
  type RecordingEnd,
  type RecordingNow,
} from '@orrery/control-plane';
import { RecordedEntries } from './recorded-entries';

/*
 * A recording as a file: lines of JSON, compressed by gzip. First a header, then what the cluster was made of, its entries and the
 * changes of its log in their order, where it ended, and a digest of all lines before.
 */

const FORMAT = 'orrery-recording';
/** Raised when a program of before could not read what is written now. */
const VERSION = 1;
/** Characters of a recording, unpacked: some hundred thousand changes. */
const MAX_CHARACTERS = 1024 ** 3;

/** A recording that was read; to be closed. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly base: RecordingBase;
  /** Entries, which are not in memory. */
  readonly entries: RecordedEntries;
  /** The log, as far as it was kept: not in memory. */
  readonly changes: KeptLines<LoggedChange>;
  /** The revision of the first of them. */
  readonly firstRevision: number | undefined;
  readonly end: RecordingEnd;
}

/** Gives up what a recording keeps outside of memory. */
export async function closeRecording({ entries, changes }: Pick<Recording, 'entries' | 'changes'>): Promise<void> {
  await Promise.all([entries.close(), changes.close()]);
}

interface RecordingHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The version of the program that recorded. */
  readonly build: string;
  /** The name that the cluster had. */
  readonly cluster: string;
  /** Start in real time, RFC 3339. */
  readonly startedAt: string;
}

/** The text of the file of a recording, piece by piece. */
export function recordingText(database: Database, recording: RecordingNow): AsyncIterable<string> {
  return lineText(recordingLines(database, recording), ({ sha256 }) => jsonText({ kind: 'digest', sha256 }));
}

/** Its lines but for the last one. */
async function* recordingLines(database: Database, recording: RecordingNow): AsyncGenerator<string> {
  const { cluster, build, base, startedAt, entries, end } = recording;
  // Before anything of the log is read: it may be shortened meanwhile.
  const after = (await readCluster(database, cluster))?.compacted ?? 0;
  yield jsonText({ format: FORMAT, version: VERSION, build, cluster, startedAt: startedAt.toISOString() });
  yield jsonText({ kind: 'base', base });
  for await (const entry of readRecorded(database, cluster, entries)) yield jsonText(entry);
  for await (const change of readLogged(database, cluster, { after, upTo: end.revision })) {
    yield jsonText({ kind: 'change', ...change });
  }
  yield jsonText({ kind: 'end', ...end });
}

/** The recording of a cluster as it would be read from its file. Undefined if it has none. */
export async function readRecordingOf(
  database: Database,
  cluster: Parameters<typeof recordingOf>[1],
): Promise<Recording | undefined> {
  const recording = await recordingOf(database, cluster);
  if (!recording) return undefined;
  return read((take) => readLines(bytesOf(recordingText(database, recording)), take));
}

async function* bytesOf(text: AsyncIterable<string>): AsyncIterable<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

/** Reads the file of a recording to its end. Throws a 400 for one that is damaged, of something else, or of a later format. */
export async function readRecordingFile(file: AsyncIterable<Uint8Array>): Promise<Recording> {
  return read((take) => readLineFile(file, take));
}

async function read(
  lines: (take: (line: string, place: LinePlace) => Promise<void>) => Promise<void>,
): Promise<Recording> {
  const reading = new RecordingReader();
  try {
    await lines((line, place) => reading.take(line, place));
    return await reading.finish();
  } catch (error) {
    await closeRecording(reading);
    if (!(error instanceof LineFileError)) throw error;
    throw badRequest('this is not a recording, or a damaged one: it cannot be unpacked');
  }
}

type Line =
  | { readonly kind: 'base'; readonly base: RecordingBase }
  | RecordedEntry
  | ({ readonly kind: 'change' } & LoggedChange)
  | ({ readonly kind: 'end' } & RecordingEnd)
  | { readonly kind: 'digest'; readonly sha256: string };

/** Puts the lines of a file together. */
class RecordingReader {
  readonly entries = new RecordedEntries();
  readonly changes = new KeptLines<LoggedChange>();
  private firstRevision: number | undefined;
  private characters = 0;
  private header: RecordingHeader | undefined;
  private base: RecordingBase | undefined;
  private end: RecordingEnd | undefined;
  private isComplete = false;

  async take(text: string, place: LinePlace): Promise<void> {
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) throw requestEntityTooLarge('the recording is too large');
    const { number } = place;
    if (!this.header) {
      this.header = headerOf(parsed(text, number));
      return;
    }
    const line = parsed(text, number) as Line;
    if (this.isComplete) throw badRequest(`the recording is damaged: line ${number} follows its end`);
    if (line.kind !== 'digest') return this.sort(line, number);
    this.isComplete = place.digest() === line.sha256;
    if (!this.isComplete) throw badRequest('the recording is damaged: its lines are not those that were written');
  }

  async finish(): Promise<Recording> {
    const { header, base, end, entries, changes, firstRevision } = this;
    if (!header || !base || !end || !this.isComplete) throw badRequest('the recording is damaged: it has no end');
    await entries.complete();
    return { header, base, end, entries, changes, firstRevision };
  }

  private async sort(line: Exclude<Line, { kind: 'digest' }>, number: number): Promise<void> {
    const wrong = (what: string): Error => badRequest(`the recording is damaged: line ${number}: ${what}`);
    switch (line.kind) {
      case 'base':
        if (!isBase(line.base)) throw wrong('what the cluster was made of is not whole');
        this.base = line.base;
        return;
      case 'input':
        if (!isPosition(line.at) || !isRecord(line.input)) throw wrong('an input has no place');
        return this.entries.add(line);
      case 'answer':
        return this.entries.add(line);
      case 'change': {
        const { kind: _kind, ...change } = line;
        if (!isChange(change)) throw wrong('a change is not whole');
        this.firstRevision ??= change.revision;
        await this.changes.add(change);
        return;
      }
      case 'end': {
        const { kind: _kind, ...end } = line;
        if (!isPosition(end)) throw wrong('the end has no place');
        this.end = end;
        return;
      }
      default:
        throw wrong('this kind of line is not known');
    }
  }
}

function isChange({ revision, atMs, body }: Partial<Record<keyof LoggedChange, unknown>>): boolean {
  return isWhole(revision) && typeof atMs === 'number' && typeof body === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Files are written by this program; one that others have changed must not be able to harm it. */
function isBase(value: unknown): value is RecordingBase {
  if (!isRecord(value)) return false;
  const { seed, identity, signingKey, startMs, settings, authorities } = value;
  const texts = [seed, identity, signingKey];
  return (
    texts.every((text) => typeof text === 'string') && isWhole(startMs) && isRecord(settings) && isRecord(authorities)
  );
}

const PHASES: readonly unknown[] = Object.values(TimerPhase);

function isPosition(value: unknown): value is Position {
  return isRecord(value) && isWhole(value['revision']) && isWhole(value['atMs']) && PHASES.includes(value['phase']);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function headerOf(value: unknown): RecordingHeader {
  const header = value as Partial<RecordingHeader> | null;
  if (header?.format !== FORMAT) throw badRequest('this is not a recording of a cluster');
  if (header.version !== VERSION) {
    throw badRequest(`the recording has format ${String(header.version)}; this program reads format ${VERSION}`);
  }
  return header as RecordingHeader;
}

function parsed(text: string, number: number): unknown {
  try {
    return parseJson(text);
  } catch {
    throw badRequest(`this is not a recording, or a damaged one: line ${number} is not JSON`);
  }
}
