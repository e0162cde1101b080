import { FileError, FileProblem } from './file-error';
import type { Entry, FileStore } from './file-store';
import { baseName, joinPath, parentOf } from './paths';

const NULL_DEVICE = '/dev/null';
const NULL_ENTRY: Entry = { bytes: new Uint8Array(0), mode: 0o666, modifiedAtMs: 0 };

/** A store at a place of the file system. */
export interface Mount {
  /** An absolute path. */
  readonly path: string;
  readonly store: FileStore;
  /** Part of the store that is mounted: an absolute path within it. */
  readonly root: string;
  readonly isReadOnly: boolean;
  /** It is a `tmpfs`. */
  readonly isInMemory?: boolean;
}

/** The files that a container sees: its own and those of its volumes. All paths are absolute and plain. */
export class FileSystem {
  private changes = 0;
  private readonly mounts: Mount[];

  constructor(
    private readonly own: FileStore,
    mounts: readonly Mount[],
    private readonly nowMs: () => number,
    private readonly isOwnReadOnly = false,
  ) {
    // The deepest counts.
    this.mounts = [...mounts].sort((a, b) => b.path.length - a.path.length);
    for (const { path, store, root } of mounts) {
      const isFile = store.get(root)?.bytes !== undefined;
      own.makeDirectories(isFile ? parentOf(path) : path, nowMs());
    }
  }

  /** Differs if contents differ that were written here. */
  get version(): number {
    return this.changes;
  }

  /** Returns the entry at a path for a reader. */
  entry(path: string): Entry | undefined {
    return this.present(path);
  }

  /** Returns the entry at a path for a writer. */
  present(path: string): Entry | undefined {
    if (path === NULL_DEVICE) return NULL_ENTRY;
    const { store, key } = this.locate(path);
    return store.get(key);
  }

  /** Returns the entry at a path for a writer that appends to it. */
  appended(path: string): Entry | undefined {
    return this.present(path);
  }

  /** Returns whether a path is on a `tmpfs`. */
  isInMemory(path: string): boolean {
    const mount = this.mounts.find(({ path: at }) => path === at || path.startsWith(at === '/' ? '/' : `${at}/`));
    return mount?.isInMemory === true;
  }

  isDirectory(path: string): boolean {
    const entry = this.entry(path);
    return entry !== undefined && entry.bytes === undefined;
  }

  /** Returns the contents of a file. Throws for any other path. */
  read(path: string): Uint8Array {
    const entry = this.entry(path);
    if (!entry) this.missing(path);
    if (!entry.bytes) throw new FileError(path, FileProblem.IsDirectory);
    return entry.bytes;
  }

  /** Returns the names within a directory, sorted. Throws for any other path. */
  list(path: string): string[] {
    const entry = this.entry(path);
    if (!entry) this.missing(path);
    if (entry.bytes) throw new FileError(path, FileProblem.NotDirectory);
    const { store, key } = this.locate(path);
    const mounted = this.mounts.filter((mount) => mount.path !== path && parentOf(mount.path) === path);
    return [...new Set([...store.names(key), ...mounted.map((mount) => baseName(mount.path))])].sort();
  }

  /** Writes a file whose directory is there. */
  write(path: string, bytes: Uint8Array, mode = this.present(path)?.mode ?? 0o644): void {
    if (path === NULL_DEVICE) return;
    const { store, key } = this.writable(path);
    this.requireDirectory(parentOf(path), path);
    const before = store.get(key);
    if (before && !before.bytes) throw new FileError(path, FileProblem.IsDirectory);
    store.set(key, { bytes, mode, modifiedAtMs: this.nowMs() });
    if (!before?.bytes || !areEqual(before.bytes, bytes)) this.changes++;
  }

  makeDirectory(path: string): void {
    if (this.present(path)) throw new FileError(path, FileProblem.Exists);
    const { store, key } = this.writable(path);
    this.requireDirectory(parentOf(path), path);
    this.changes++;
    store.set(key, { bytes: undefined, mode: 0o755, modifiedAtMs: this.nowMs() });
  }

  /** Makes a directory and those above it that are missing. */
  makeDirectories(path: string): void {
    const before = this.present(path);
    if (path === '/' || (before && !before.bytes)) return;
    this.makeDirectories(parentOf(path));
    this.makeDirectory(path);
  }

  /** Takes away a file, or a directory with all below it. */
  remove(path: string): void {
    if (!this.present(path)) this.missing(path);
    const isMounted = this.mounts.some((mount) => mount.path === path || mount.path.startsWith(`${path}/`));
    if (isMounted || path === '/') throw new FileError(path, FileProblem.Busy);
    const { store, key } = this.writable(path);
    store.remove(key);
    this.changes++;
  }

  private requireDirectory(directory: string, path: string): void {
    const entry = this.present(directory);
    if (!entry) this.missing(path);
    if (entry.bytes) throw new FileError(path, FileProblem.NotDirectory);
  }

  /** Throws the error for a needed path that does not exist. */
  protected missing(path: string): never {
    throw new FileError(path, FileProblem.Missing);
  }

  private writable(path: string): { readonly store: FileStore; readonly key: string } {
    const located = this.locate(path);
    if (located.isReadOnly) throw new FileError(path, FileProblem.ReadOnly);
    return located;
  }

  private locate(path: string): { readonly store: FileStore; readonly key: string; readonly isReadOnly: boolean } {
    for (const { path: at, store, root, isReadOnly } of this.mounts) {
      if (path === at) return { store, key: root, isReadOnly };
      if (path.startsWith(at === '/' ? '/' : `${at}/`)) {
        const rest = at === '/' ? path.slice(1) : path.slice(at.length + 1);
        return { store, key: joinPath(root, rest), isReadOnly };
      }
    }
    return { store: this.own, key: path, isReadOnly: this.isOwnReadOnly };
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
