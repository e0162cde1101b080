import { encode } from '../process';
import { FileStore, type FileBudget } from './file-store';

/** Directories that every node has. */
const DIRECTORIES = [
  '/dev',
  '/etc',
  '/home',
  '/mnt',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sys',
  '/tmp',
  '/usr',
  '/var/lib',
  '/var/log/containers',
  '/var/log/pods',
];

/** Makes the files of a new node: those that pods mount with `hostPath`, and that pods of one node share. */
export function newNodeFiles(node: string, budget: FileBudget, nowMs: number): FileStore {
  const store = new FileStore(budget, nowMs);
  for (const path of DIRECTORIES) store.makeDirectories(path, nowMs);
  const files = { '/etc/hostname': `${node}\n`, '/etc/hosts': `127.0.0.1\tlocalhost\n127.0.1.1\t${node}\n` };
  for (const [path, text] of Object.entries(files)) {
    store.set(path, { bytes: encode(text), mode: 0o644, modifiedAtMs: nowMs });
  }
  return store;
}
