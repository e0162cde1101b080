import { readFileSync } from 'node:fs';

/** Identity of a process, different from that of a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process, in ticks of the system; `-` where unknown (on systems other than Linux). */
  readonly start: string;
}

/** The identity of a process that runs. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, start: startOf(pid) };
}

/** Returns whether this very process still runs. One that has ended and was not yet collected by its parent does not. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  return isKnown(pid) && !isZombie(pid) && startOf(pid) === start;
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns true for a killed process that stays in the process table because no init process collects orphans, as in many containers. */
function isZombie(pid: number): boolean {
  const state = statOf(pid)?.[STATE];
  return state === 'Z' || state === 'X';
}

function startOf(pid: number): string {
  return statOf(pid)?.[START] ?? '-';
}

const STATE = 0;
const START = 19;

/** Returns the fields of `/proc/PID/stat` after the name of the program; undefined if the file does not exist. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
  } catch {
    return undefined;
  }
}
