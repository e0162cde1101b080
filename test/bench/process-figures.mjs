// What a process costs, and all below it: memory and processor time, as Linux tells them.
import { readFileSync, readdirSync } from 'node:fs';

/** `getconf CLK_TCK`: in what /proc counts processor time. */
const TICKS_PER_SECOND = 100;

/** Memory of one process with its fair share of what it shares; 0 for a process that is gone. */
export function pssMiB(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Processor time of one process, with what its children had used that have ended; 0 for a process that is gone. */
export function cpuSeconds(pid) {
  const ticks = stat(pid)?.fields.slice(11, 15) ?? [];
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** Processor time of the threads of one process that live, in nanoseconds instead of ticks; by ticks where Linux does not count so. */
export function preciseCpuSeconds(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const runNs = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return sumOver(threads, runNs) / 1e9;
  } catch {
    return cpuSeconds(pid);
  }
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

/** The fields of /proc/PID/stat after the name; nothing for a process that is gone. */
function stat(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return { pid, parent: Number(fields[1]), fields };
  } catch {
    return undefined;
  }
}
