import { FileError, FileProblem } from './file-error';
import { baseName, joinPath, parentOf } from './paths';

/** A file or a directory. */
export interface Entry {
  /** Undefined for a directory. */
  readonly bytes: Uint8Array | undefined;
  /** Permissions, such as 0o644. */
  readonly mode: number;
  readonly modifiedAtMs: number;
}

/** Limit on the total size and number of many files; a budget may be part of another one. */
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
/** As Linux limits paths and their parts. */
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** A tree of files in memory; paths are absolute within it. */
export class FileStore {
  private readonly entries = new Map<string, Entry>();
  /** The names below each directory that has any. */
  private readonly children = new Map<string, Set<string>>();

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

  /** All entries with their paths. */
  all(): (readonly [path: string, entry: Entry])[] {
    return [...this.entries];
  }

  /** Returns the names in a directory, unsorted. */
  names(directory: string): string[] {
    return [...(this.children.get(directory) ?? [])];
  }

  /** Writes an entry; its directory must exist. Throws if there is not enough room. */
  set(path: string, entry: Entry): void {
    const before = this.entries.get(path);
    if (!before && isTooLong(path)) throw new FileError(path, FileProblem.NameTooLong);
    const bytes = (entry.bytes?.length ?? 0) - (before?.bytes?.length ?? 0);
    if (!this.budget.take(bytes, before ? 0 : 1)) throw new FileError(path, FileProblem.NoSpace);
    this.entries.set(path, entry);
    if (!before) this.addToParent(path);
  }

  private addToParent(path: string): void {
    const parent = parentOf(path);
    const names = this.children.get(parent);
    if (names) names.add(baseName(path));
    else this.children.set(parent, new Set([baseName(path)]));
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
    this.children.clear();
  }

  /** Takes away an entry and all below it. */
  remove(path: string): void {
    const entry = this.entries.get(path);
    if (!entry) return;
    for (const name of this.names(path)) this.remove(joinPath(path, name));
    this.budget.take(-(entry.bytes?.length ?? 0), -1);
    this.entries.delete(path);
    this.children.delete(path);
    this.children.get(parentOf(path))?.delete(baseName(path));
  }
}

function isTooLong(path: string): boolean {
  return path.length > MAX_PATH_BYTES || path.split('/').some((part) => part.length > MAX_NAME_BYTES);
}
