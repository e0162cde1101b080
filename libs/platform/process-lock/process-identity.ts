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

/** Where no init process collects orphans, as in many containers, a process that was killed stays in the table. */
function isZombie(pid: number): boolean {
  const state = statOf(pid)?.[STATE];
  return state === 'Z' || state === 'X';
}

function startOf(pid: number): string {
  return statOf(pid)?.[START] ?? '-';
}

const STATE = 0;
const START = 19;

/** The fields of `/proc/PID/stat` behind the name of the program; undefined where there is no such file. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
  } catch {
    return undefined;
  }
}
