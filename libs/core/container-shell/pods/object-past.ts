import type { KubeObject } from '@orrery/api-types';

/** A moment: a revision if that is known, else a time of the cluster. */
export interface Moment {
  readonly revision?: number | undefined;
  readonly atMs: number;
}

interface Version {
  readonly key: string;
  /** Undefined: there was no such object. */
  readonly object: KubeObject | undefined;
  /** The write that ended it. */
  readonly untilRevision: number;
  readonly untilMs: number;
  readonly bytes: number;
}

/** Limits on the kept history; the oldest versions are dropped first, and the present version counts in their place. */
const LIMITS = { versions: 4000, bytes: 32 * 1024 * 1024 };

/**
 * The versions that objects had before the present ones, as far back as there is room: containers keep the variables that
 * they started with, and files show an object as it was when it was last looked at.
 */
export class ObjectPast {
  private readonly byKey = new Map<string, Version[]>();
  /** In the order in which they ended; those before `first` are gone. */
  private kept: Version[] = [];
  private first = 0;
  private bytes = 0;

  constructor(private readonly limits = LIMITS) {}

  /** A version ended by a write; undefined where the write made the object. */
  ended(key: string, object: KubeObject | undefined, at: { readonly revision: number; readonly atMs: number }): void {
    const version = { key, object, untilRevision: at.revision, untilMs: at.atMs, bytes: sizeOf(object) };
    const versions = this.byKey.get(key);
    if (versions) versions.push(version);
    else this.byKey.set(key, [version]);
    this.kept.push(version);
    this.bytes += version.bytes;
    while (this.kept.length - this.first > this.limits.versions || this.bytes > this.limits.bytes) this.dropOldest();
  }

  /** The version of an object at a moment, given the present one. */
  versionAt(key: string, present: KubeObject | undefined, { revision, atMs }: Moment): KubeObject | undefined {
    const versions = this.byKey.get(key);
    if (!versions) return present;
    const then = versions.find(({ untilRevision, untilMs }) =>
      revision === undefined ? untilMs > atMs : untilRevision > revision,
    );
    return then ? then.object : present;
  }

  /** Returns the end of the version that was current at a time; undefined if it is the present version. */
  endsAfter(key: string, atMs: number): number | undefined {
    return this.byKey.get(key)?.find(({ untilMs }) => untilMs > atMs)?.untilMs;
  }

  /** Returns the end of the last version that ended by a time; undefined if none did. */
  endedBefore(key: string, atMs: number): number | undefined {
    return this.byKey.get(key)?.findLast(({ untilMs }) => untilMs <= atMs)?.untilMs;
  }

  private dropOldest(): void {
    const version = this.kept[this.first++]!;
    this.bytes -= version.bytes;
    const versions = this.byKey.get(version.key)!;
    versions.shift();
    if (versions.length === 0) this.byKey.delete(version.key);
    if (this.first < 1000) return;
    this.kept = this.kept.slice(this.first);
    this.first = 0;
  }
}

/** About what the contents take, without a few hundred bytes for the rest. */
function sizeOf(object: KubeObject | undefined): number {
  let bytes = 0;
  for (const field of ['data', 'binaryData']) {
    for (const [key, text] of Object.entries((object?.[field] ?? {}) as Readonly<Record<string, string>>)) {
      bytes += key.length + text.length;
    }
  }
  return bytes;
}
