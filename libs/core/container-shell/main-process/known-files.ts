import { FileBudget, FileStore, type Entry } from '../files/file-store';
import { parentOf } from '../files/paths';
import { FileError, FileProblem } from '../files/file-error';
import { FileSystem } from '../files/file-system';
import { Unknown } from '../process';

/** What a recorded run may write. */
const BUDGET = { bytes: 64 * 1024, entries: 500 };
/** Directories of every image. */
export const USUAL_DIRECTORIES = [
  '/bin',
  '/etc',
  '/home',
  '/root',
  '/tmp',
  '/usr/bin',
  '/var/log',
  '/var/run',
] as const;

/**
 * Files of a container of which only those are known that its own process wrote. Who reads others, or looks whether they
 * are there, asks for what is not known.
 */
export class KnownFiles extends FileSystem {
  private readonly given: ReadonlySet<string>;

  /** @param files those that a kubelet mounts, which are empty */
  constructor(directories: readonly string[], files: readonly string[], nowMs: () => number) {
    const store = new FileStore(new FileBudget(BUDGET.bytes, BUDGET.entries), nowMs());
    const given = ['/', ...USUAL_DIRECTORIES, ...directories];
    for (const path of given) store.makeDirectories(path, nowMs());
    for (const path of files) {
      store.makeDirectories(parentOf(path), nowMs());
      store.set(path, { bytes: new Uint8Array(0), mode: 0o666, modifiedAtMs: nowMs() });
    }
    super(store, [], nowMs);
    this.given = new Set(given);
  }

  override entry(path: string): Entry | undefined {
    return super.entry(path) ?? this.missing(path);
  }

  override list(path: string): string[] {
    if (this.given.has(path)) throw new Unknown(path);
    return super.list(path);
  }

  override write(path: string, bytes: Uint8Array, mode?: number): void {
    try {
      super.write(path, bytes, mode);
    } catch (error) {
      // A container has more room than a recorded run.
      if (error instanceof FileError && error.problem === FileProblem.NoSpace) throw new Unknown(path);
      throw error;
    }
  }

  protected override missing(path: string): never {
    throw new Unknown(path);
  }
}
