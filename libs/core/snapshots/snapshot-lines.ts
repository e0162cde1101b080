import { z } from 'zod';
import { UPGRADES, type Upgrades } from './upgrades';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  snapshotHeader,
  snapshotRecord,
  type SnapshotHeader,
  type SnapshotRecord,
  type SnapshotRecordOf,
} from './snapshot-records';

/** File that is not a snapshot, or not a complete one; the message states the problem and its line. */
export class SnapshotError extends Error {}

/** Formats that can be read. */
export interface ReadableFormats {
  readonly version: number;
  readonly upgrades: Upgrades;
}
const FORMATS: ReadableFormats = { version: SNAPSHOT_VERSION, upgrades: UPGRADES };

/** A record as a line of text, without its line break. */
export function snapshotLine(record: SnapshotRecord): string {
  return JSON.stringify(record);
}

/**
 * Reads the lines of a snapshot, in their order. Throws {@link SnapshotError} for content that no writer of snapshots
 * produces.
 */
export class SnapshotLines {
  private number = 0;
  private version = 0;
  private head: SnapshotHeader | undefined;
  private cluster: SnapshotRecordOf<'cluster'> | undefined;
  private ended = false;

  constructor(private readonly formats: ReadableFormats = FORMATS) {}

  /** The record of the next line. */
  read(line: string): SnapshotRecord {
    this.number++;
    if (this.ended) throw this.error('there is text after the end');
    const record = this.head ? this.parsed(line) : this.first(line);
    this.check(record);
    return record;
  }

  /** Ends the reading. The caller calls it after the last line. */
  finish(): void {
    if (!this.head) throw new SnapshotError('the file is empty');
    if (!this.ended) throw new SnapshotError(`the file ends after line ${this.number}: its end is missing`);
  }

  private first(line: string): SnapshotRecord {
    const header = snapshotHeader.safeParse(json(line));
    if (!header.success) throw new SnapshotError(`the file does not begin as a snapshot does: no ${SNAPSHOT_FORMAT}`);
    const { version } = header.data;
    if (version > this.formats.version) {
      throw new SnapshotError(
        `the snapshot has version ${version} of the format, which a newer release wrote; this one reads versions up to ${this.formats.version}`,
      );
    }
    this.version = version;
    this.head = header.data;
    return this.head;
  }

  private parsed(line: string): SnapshotRecord {
    let value = json(line);
    if (value === undefined) throw this.error('no JSON');
    for (let { version } = this; version < this.formats.version; version++) {
      const upgrade = this.formats.upgrades[version];
      if (!upgrade) throw new SnapshotError(`version ${version} of the format is not known`);
      value = upgrade(value);
    }
    const record = snapshotRecord.safeParse(value);
    if (!record.success) throw this.error(z.prettifyError(record.error).replaceAll('\n', ' '));
    return record.data;
  }

  private check(record: SnapshotRecord): void {
    const { type } = record;
    if (type === 'header') {
      if (this.number > 1) throw this.error('a second header');
    } else if (type === 'cluster') {
      if (this.cluster) throw this.error('a second cluster');
      this.cluster = record;
    } else if (!this.cluster) {
      throw this.error(`${type} before the cluster`);
    } else if (type === 'end') {
      if (record.lines !== this.number - 1) {
        throw this.error(`the snapshot has ${record.lines} lines, and the file ${this.number - 1}`);
      }
      this.ended = true;
    } else if (type === 'change') {
      this.checkChange(record, this.cluster);
    }
  }

  private checkChange(change: SnapshotRecordOf<'change'>, { revision }: SnapshotRecordOf<'cluster'>): void {
    if (change.revision > revision) {
      throw this.error(`revision ${change.revision} of a cluster that had reached ${revision}`);
    }
    const { metadata } = (json(change.body) ?? {}) as { metadata?: Partial<Record<string, unknown>> };
    const { name, namespace = '', uid } = metadata ?? {};
    if (name !== change.name || namespace !== change.namespace) {
      throw this.error(`the body is not that of ${change.resource} ${change.namespace}/${change.name}`);
    }
    if (change.uid !== undefined && change.uid !== uid) throw this.error('the uid is not that of the body');
  }

  private error(text: string): SnapshotError {
    return new SnapshotError(`line ${this.number}: ${text}`);
  }
}

/** Returns the value of a line; undefined for invalid JSON. */
function json(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
