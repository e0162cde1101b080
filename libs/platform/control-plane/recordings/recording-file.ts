import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { type Readable } from 'node:stream';
import { badRequest, jsonText, parseJson, requestEntityTooLarge } from '@orrery/api-types';
import { readCluster, readLogged, readRecorded, type Database, type LoggedChange } from '@orrery/store';
import { TimerPhase } from '@orrery/time';
import type { Position, RecordedAnswer, RecordedEntry } from './cluster-input';
import { recordingOf, type RecordingBase, type RecordingEnd, type RecordingNow } from './recording-life';

/*
 * A recording as a file: lines of JSON, compressed by gzip. First a header, then what the cluster was made of, its entries and the
 * changes of its log in their order, where it ended, and a digest of all lines before.
 */

const FORMAT = 'orrery-recording';
/** Raised when a program of before could not read what is written now. */
const VERSION = 1;
/** Characters of a recording, unpacked: some hundred thousand changes. */
const MAX_CHARACTERS = 1024 ** 3;

/** A recording that was read. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly base: RecordingBase;
  readonly inputs: readonly (RecordedEntry & { readonly kind: 'input' })[];
  readonly answers: readonly RecordedAnswer[];
  /** The log, as far as it was kept. */
  readonly changes: readonly LoggedChange[];
  readonly end: RecordingEnd;
}

export interface RecordingHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The version of the program that recorded. */
  readonly build: string;
  /** The name that the cluster had. */
  readonly cluster: string;
  /** In real time, RFC 3339. */
  readonly startedAt: string;
}

/** The lines of the file of a recording. */
export async function* recordingLines(database: Database, recording: RecordingNow): AsyncGenerator<string> {
  const { cluster, build, base, startedAt, entries, end } = recording;
  const header = { format: FORMAT, version: VERSION, build, cluster, startedAt: startedAt.toISOString() };
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${jsonText(value)}\n`;
    hash.update(text);
    return text;
  };
  // Before anything of the log is read: it may be shortened meanwhile.
  const after = (await readCluster(database, cluster))?.compacted ?? 0;
  yield line(header);
  yield line({ kind: 'base', base });
  for await (const entry of readRecorded(database, cluster, entries)) yield line(entry);
  for await (const change of readLogged(database, cluster, { after, upTo: end.revision })) {
    yield line({ kind: 'change', ...change });
  }
  yield line({ kind: 'end', ...end });
  yield `${jsonText({ kind: 'digest', sha256: hash.digest('hex') })}\n`;
}

/** The recording of a cluster as it would be read from its file. Undefined if it has none. */
export async function readRecordingOf(
  database: Database,
  cluster: Parameters<typeof recordingOf>[1],
): Promise<Recording | undefined> {
  const recording = await recordingOf(database, cluster);
  if (!recording) return undefined;
  const reading = new RecordingReader();
  for await (const line of recordingLines(database, recording)) reading.take(line.slice(0, -1));
  return reading.finish();
}

type Line =
  | { readonly kind: 'base'; readonly base: RecordingBase }
  | RecordedEntry
  | ({ readonly kind: 'change' } & LoggedChange)
  | ({ readonly kind: 'end' } & RecordingEnd)
  | { readonly kind: 'digest'; readonly sha256: string };

/** Reads the file of a recording to its end. Throws a 400 for one that is damaged, of something else, or of a later format. */
export async function readRecordingFile(file: Readable): Promise<Recording> {
  const reading = new RecordingReader();
  try {
    const text = file.pipe(createGunzip()).setEncoding('utf8');
    file.on('error', (error) => text.destroy(error));
    let rest = '';
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines) reading.take(line);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'Z_DATA_ERROR' || (error as { code?: unknown }).code === 'Z_BUF_ERROR') {
      throw badRequest('this is no recording, or a damaged one: it cannot be unpacked');
    }
    throw error;
  }
  return reading.finish();
}

/** Puts the lines of a file together. */
class RecordingReader {
  private readonly hash = createHash('sha256');
  private characters = 0;
  private header: RecordingHeader | undefined;
  private base: RecordingBase | undefined;
  private end: RecordingEnd | undefined;
  private isComplete = false;
  private readonly inputs: (RecordedEntry & { readonly kind: 'input' })[] = [];
  private readonly answers: RecordedAnswer[] = [];
  private readonly changes: LoggedChange[] = [];

  take(text: string): void {
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) throw requestEntityTooLarge('the recording is too large');
    if (!this.header) {
      this.header = headerOf(text);
    } else {
      const line = parsed(text) as Line;
      if (line.kind === 'digest') {
        this.isComplete = this.hash.digest('hex') === line.sha256;
        if (!this.isComplete) throw badRequest('the recording is damaged: its lines are not those that were written');
        return;
      }
      if (this.isComplete) throw badRequest('the recording is damaged: something follows its end');
      this.sort(line);
    }
    this.hash.update(`${text}\n`);
  }

  finish(): Recording {
    const { header, base, end, inputs, answers, changes } = this;
    if (!header || !base || !end || !this.isComplete) throw badRequest('the recording is damaged: it has no end');
    return { header, base, end, inputs, answers, changes };
  }

  private sort(line: Exclude<Line, { kind: 'digest' }>): void {
    switch (line.kind) {
      case 'base':
        if (isBase(line.base)) this.base = line.base;
        return;
      case 'input':
        if (isPosition(line.at) && isRecord(line.input)) this.inputs.push(line);
        else throw badRequest(`the recording is damaged: input ${this.inputs.length + 1} has no place`);
        return;
      case 'answer':
        this.answers.push(line);
        return;
      case 'change': {
        const { kind: _kind, ...change } = line;
        this.changes.push(change);
        return;
      }
      case 'end': {
        const { kind: _kind, ...end } = line;
        if (isPosition(end)) this.end = end;
      }
    }
  }
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

function headerOf(text: string): RecordingHeader {
  const header = parsed(text) as Partial<RecordingHeader> | null;
  if (header?.format !== FORMAT) throw badRequest('this is no recording of a cluster');
  if (header.version !== VERSION) {
    throw badRequest(`the recording has format ${String(header.version)}; this program reads format ${VERSION}`);
  }
  return header as RecordingHeader;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw badRequest('this is no recording, or a damaged one: a line is no JSON');
  }
}
