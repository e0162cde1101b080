// What the log of one spec says about it.

const SUMMARY = /(\d+) Passed \| (\d+) Failed \| (\d+) Pending \| (\d+) Skipped/;
const REASON_LIMIT = 300;

/** `passed`, `failed` with its message, `skipped` by the suite with its reason, or `failed` for a spec that never ended. */
export function outcomeOf(log, isLate) {
  if (isLate) return { outcome: 'failed', reason: `ended by the runner: ${lastStep(log)}` };
  const [, passed, failed] = SUMMARY.exec(log) ?? [];
  if (Number(failed) > 0) return { outcome: 'failed', reason: failure(log) };
  if (Number(passed) > 0) return { outcome: 'passed' };
  if (log.includes('S [SKIPPING]')) return { outcome: 'skipped', reason: skipReason(log) };
  return { outcome: 'failed', reason: `the suite ended without a summary: ${lastStep(log)}` };
}

function failure(log) {
  const found = /FAIL: ([^]*?)\n\nFull Stack Trace/.exec(log)?.[1] ?? /Unexpected error[^]*?\n\n/.exec(log)?.[0];
  return shortened(found ?? lastStep(log));
}

function lastStep(log) {
  return shortened(log.split('\n').findLast((line) => line.startsWith('STEP')) ?? 'no step');
}

function skipReason(log) {
  return shortened(/\n {2}([^\n]+)\n\n {2}[^\n]*\.go:\d+\n-{20}/.exec(log)?.[1] ?? 'not said');
}

/** Returns a text without the parts that vary from run to run: paths, servers and pointers. */
export function shortened(text) {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ --(?:server|kubeconfig)=\S+/g, '')
    .replace(/(?:\/[\w.:-]+)+\/(?=[\w.-]+)/g, '')
    .replace(/<[*\w.]+ [|/] 0x[0-9a-f]+>/g, '')
    .trim()
    .slice(0, REASON_LIMIT);
}
