import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity } from '@orrery/process-lock';

/** Record of a background server, in its data folder, while it runs. */
export interface ServerRecord extends ProcessIdentity {
  readonly url: string;
  readonly kubeconfig: string;
  /** The file that it logs to. */
  readonly log: string;
  /** In real time, ISO 8601. */
  readonly startedAt: string;
}

const RECORD = 'server.json';
const LOG = 'server.log';

/** Returns the log file of a data folder's server. */
export function logFile(folder: string): string {
  return join(folder, LOG);
}

/** The server that runs in the background on a data folder; undefined if there is none. */
export function runningServer(folder: string): ServerRecord | undefined {
  const file = join(folder, RECORD);
  if (!existsSync(file)) return undefined;
  const record = JSON.parse(readFileSync(file, 'utf8')) as ServerRecord;
  return isRunning(record) ? record : undefined;
}

/** Writes the record of a started server. */
export function writeRecord(folder: string, record: ServerRecord): void {
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

/** Forgets a server that was stopped. */
export function removeRecord(folder: string): void {
  rmSync(join(folder, RECORD), { force: true });
}

/** Returns the log of a data folder's server; empty without one. */
export function readLog(folder: string): string {
  const file = logFile(folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
