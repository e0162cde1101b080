import { FileError, FileProblem } from './file-error';

/** A file or a directory. */
export interface Entry {
  /** Undefined for a directory. */
  readonly bytes: Uint8Array | undefined;
  /** Permissions, such as 0o644. */
  readonly mode: number;
  readonly modifiedAtMs: number;
}

/** What many files may come to together; one budget may be a part of another. */
export class FileBudget {
  private bytes = 0;
  private entries = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly maxEntries: number,
    private readonly whole?: FileBudget,
  ) {}

  /** Takes, or gives back where negative; false if there is not so much left. */
  take(bytes: number, entries: number): boolean {
    const isTooMuch =
      (bytes > 0 && this.bytes + bytes > this.maxBytes) || (entries > 0 && this.entries + entries > this.maxEntries);
    if (isTooMuch || this.whole?.take(bytes, entries) === false) return false;
    this.bytes += bytes;
    this.entries += entries;
    return true;
  }

  /** Gives everything back to the whole. */
  release(): void {
    this.whole?.take(-this.bytes, -this.entries);
    this.bytes = 0;
    this.entries = 0;
  }
}

const DIRECTORY_MODE = 0o755;

/** A tree of files in memory; paths are absolute within it. */
export class FileStore {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly budget: FileBudget,
    createdAtMs: number,
  ) {
    budget.take(0, 1);
    this.entries.set('/', { bytes: undefined, mode: DIRECTORY_MODE, modifiedAtMs: createdAtMs });
  }

  get(path: string): Entry | undefined {
    return this.entries.get(path);
  }

  /** Names of what is in a directory, in no order. */
  names(directory: string): string[] {
    const prefix = directory === '/' ? '/' : `${directory}/`;
    const names: string[] = [];
    for (const path of this.entries.keys()) {
      if (path.length > prefix.length && path.startsWith(prefix) && !path.includes('/', prefix.length)) {
        names.push(path.slice(prefix.length));
      }
    }
    return names;
  }

  /** Throws if there is no room. Its directory must be there. */
  set(path: string, entry: Entry): void {
    const before = this.entries.get(path);
    const bytes = (entry.bytes?.length ?? 0) - (before?.bytes?.length ?? 0);
    if (!this.budget.take(bytes, before ? 0 : 1)) throw new FileError(path, FileProblem.NoSpace);
    this.entries.set(path, entry);
  }

  /** Makes a directory and those above it. */
  makeDirectories(path: string, modifiedAtMs: number): void {
    let at = '';
    for (const part of path.split('/').filter((name) => name !== '')) {
      at += `/${part}`;
      if (!this.entries.has(at)) this.set(at, { bytes: undefined, mode: DIRECTORY_MODE, modifiedAtMs });
    }
  }

  /** Takes away everything, and gives the room back. */
  clear(): void {
    for (const { bytes } of this.entries.values()) this.budget.take(-(bytes?.length ?? 0), -1);
    this.entries.clear();
  }

  /** Takes away an entry and all below it. */
  remove(path: string): void {
    for (const [each, { bytes }] of this.entries) {
      if (each !== path && !each.startsWith(`${path}/`)) continue;
      this.budget.take(-(bytes?.length ?? 0), -1);
      this.entries.delete(each);
    }
  }
}
