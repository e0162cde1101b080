import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in ticks of the system; `-` where that is not known (elsewhere than on Linux). */
  readonly start: string;
}

/** The identity of a process that runs. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, start: startOf(pid) };
}

/** Whether this very process still runs. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  return isAlive(pid) && startOf(pid) === start;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ')[19]!;
  } catch {
    return '-';
  }
}
