// What a process costs, and all below it: memory and processor time, as Linux tells them.
import { readFileSync, readdirSync } from 'node:fs';

/** `getconf CLK_TCK`: the unit in which /proc counts processor time. */
const TICKS_PER_SECOND = 100;

/** Returns the memory of one process with its share of the shared memory; 0 for a process that is gone. */
export function pssMiB(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the processor time of one process, with that of its children that have ended; 0 for a process that is gone. */
export function cpuSeconds(pid) {
  const ticks = stat(pid)?.fields.slice(11, 15) ?? [];
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** Processor time of one process since it began, in nanoseconds instead of ticks, of the threads that live. */
export function preciseCpuSeconds(pid) {
  return [...threadNanoseconds([pid]).values()].reduce((sum, ns) => sum + ns, 0) / 1e9;
}

/** Returns the processor time of each living thread of the given processes; ended ones are left out. */
export function threadNanoseconds(pids) {
  const times = new Map();
  for (const pid of pids) {
    for (const thread of entriesOf(`/proc/${pid}/task`)) {
      try {
        times.set(thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
      } catch {
        // It ended just now.
      }
    }
  }
  return times;
}

/** The seconds that threads have used between two readings; threads that ended between them are left out. */
export function secondsBetween(before, after) {
  let sumNs = 0;
  for (const [thread, ns] of after) sumNs += ns - (before.get(thread) ?? 0);
  return sumNs / 1e9;
}

/** A process and all below it. */
export function processTree(root) {
  const found = [root];
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => stat(Number(name)));
  for (const pid of found) for (const each of all) if (each?.parent === pid) found.push(each.pid);
  return found;
}

export function sumOver(pids, figure) {
  return pids.reduce((sum, pid) => sum + figure(pid), 0);
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The fields of /proc/PID/stat after the name; nothing for a process that is gone. */
function stat(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return { pid, parent: Number(fields[1]), fields };
  } catch {
    return undefined;
  }
}
