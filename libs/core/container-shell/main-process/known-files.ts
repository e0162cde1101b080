import { FileBudget, FileStore, type Entry } from '../files/file-store';
import { parentOf } from '../files/paths';
import { FileError, FileProblem } from '../files/file-error';
import { FileSystem } from '../files/file-system';
import type { MountedVolumes } from '../pods/pod-volumes';
import { encode, Unknown } from '../process';

/** Limits on the data that a recorded run may write. */
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

/** Directory that is empty in images: a file there that a known run has not written is missing. */
const EMPTY_DIRECTORY = '/tmp';

/** Known contents of a container's file system. */
export interface KnownContents {
  /** Directories of which it is not known what is in them. */
  readonly directories: readonly string[];
  /** Files by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly volumes: MountedVolumes;
  /** Returns whether the contents of a path depend on the pod. */
  readonly isOfPod?: (path: string) => boolean;
  /** True if only volumes can be written to. */
  readonly isReadOnly?: boolean;
  readonly nowMs: () => number;
}

/**
 * Files of a container of which only those are known that its own process wrote, that kubelets write and that are on its
 * volumes. A program that reads others, or tests for them, asks for unknown data.
 */
export class KnownFiles extends FileSystem {
  private readonly given: ReadonlySet<string>;
  /** Paths that were there and were removed. */
  private readonly removed = new Set<string>();
  private isOwnRunKnown = false;

  constructor(private readonly known: KnownContents) {
    const { directories, files, volumes, nowMs } = known;
    const store = new FileStore(new FileBudget(BUDGET.bytes, BUDGET.entries), nowMs());
    const given = ['/', ...USUAL_DIRECTORIES, ...directories];
    for (const path of given) store.makeDirectories(path, nowMs());
    for (const [path, text] of files) {
      store.makeDirectories(parentOf(path), nowMs());
      store.set(path, { bytes: encode(text), mode: text === '' ? 0o666 : 0o644, modifiedAtMs: nowMs() });
    }
    super(store, volumes.mounts, nowMs, known.isReadOnly);
    this.given = new Set(given);
  }

  override entry(path: string): Entry | undefined {
    return super.entry(path) ?? (this.isKnown(path) ? undefined : this.missing(path));
  }

  override list(path: string): string[] {
    const hasUnknown = this.known.volumes.unknownPaths.some((each) => parentOf(each) === path);
    if ((this.given.has(path) && !this.isKnown(path)) || hasUnknown) throw new Unknown(path);
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

  /** On a volume the pod may have something already. */
  override appended(path: string): Entry | undefined {
    const entry = super.appended(path);
    if (!entry && this.known.isOfPod?.(path)) throw new Unknown(path, true);
    return entry;
  }

  /** Looks at the files as at those of a container whose own run is known up to here. */
  knowingOwnRun<T>(look: () => T): T {
    this.isOwnRunKnown = true;
    try {
      return look();
    } finally {
      this.isOwnRunKnown = false;
    }
  }

  override remove(path: string): void {
    super.remove(path);
    this.removed.add(path);
  }

  /** Without the pod a volume's files may be those that it would tell. */
  protected override missing(path: string): never {
    if (this.isKnown(path)) throw new FileError(path, FileProblem.Missing);
    throw new Unknown(path, this.known.isOfPod?.(path));
  }

  /** Returns whether it is known of a path that nothing is there. */
  private isKnown(path: string): boolean {
    const { mounts, unknownPaths } = this.known.volumes;
    const isBelow = (at: string): boolean => path === at || path.startsWith(`${at}/`);
    const deepest = (paths: readonly string[]): number => Math.max(0, ...paths.filter(isBelow).map((at) => at.length));
    const empty = this.isOwnRunKnown ? [EMPTY_DIRECTORY] : [];
    const known = [...mounts.map((mount) => mount.path), ...empty, ...this.removed];
    return deepest(known) > deepest(unknownPaths);
  }
}
