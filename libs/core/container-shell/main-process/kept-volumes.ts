import type { FileStore } from '../files/file-store';
import { decode, encode } from '../process';

/** Files that runs of a container leave to those that follow, as plain data: by volume and path, null for directories. */
export type KeptVolumes = Readonly<Record<string, Readonly<Record<string, KeptFile>>>>;

interface KeptFile {
  readonly text: string | null;
  readonly mode: number;
}

/** Returns the files of volumes by their names; undefined where all are empty. */
export function keptVolumes(stores: ReadonlyMap<string, FileStore>): KeptVolumes | undefined {
  const kept = [...stores].flatMap(([name, store]) => {
    const files = store.all().filter(([path]) => path !== '/');
    if (files.length === 0) return [];
    const plain = files.map(([path, { bytes, mode }]) => [path, { text: bytes ? decode(bytes) : null, mode }] as const);
    return [[name, Object.fromEntries(plain)] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Puts into a volume what was kept of it. */
export function refill(store: FileStore, files: KeptVolumes[string] | undefined, nowMs: number): void {
  for (const [path, { text, mode }] of Object.entries(files ?? {})) {
    store.set(path, { bytes: text === null ? undefined : encode(text), mode, modifiedAtMs: nowMs });
  }
}
