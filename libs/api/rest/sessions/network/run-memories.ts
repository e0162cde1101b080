import type { ContainerStatus } from '@orrery/api-types';
import { encode } from '@orrery/container-shell';
import { PrintedText } from '../printed-text';

/** Output and values of the server in one run of a container. */
export interface RunMemory {
  readonly printed: PrintedText;
  readonly values: Map<string, unknown>;
}

/** Maximum number of runs; the least recently used is forgotten. */
const MAX_RUNS = 512;

/** Output and values of the simulated servers of containers, in this process. */
export class RunMemories {
  /** Memories by run, the most recently used last. */
  private readonly byRun = new Map<string, RunMemory>();

  find(uid: string, status: ContainerStatus): RunMemory | undefined {
    return this.byRun.get(keyOf(uid, status));
  }

  of(uid: string, status: ContainerStatus): RunMemory {
    const key = keyOf(uid, status);
    const known = this.byRun.get(key) ?? { printed: new PrintedText(), values: new Map() };
    this.byRun.delete(key);
    this.byRun.set(key, known);
    for (const oldest of this.byRun.keys()) {
      if (this.byRun.size <= MAX_RUNS) break;
      this.byRun.delete(oldest);
    }
    return known;
  }
}

/** Prints a line as Go's logger does: with date and time. */
export function printLine({ printed }: RunMemory, text: string, atMs: number): void {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
  printed.add(encode(`${stamp} ${text.replace(/\n$/, '')}\n`), atMs);
}

function keyOf(uid: string, { name, containerID = '' }: ContainerStatus): string {
  return `${uid}/${name}/${containerID}`;
}
