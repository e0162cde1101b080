// What of the runs counts, and what is too much.

/** Maximum ratio of a path's cost to its budget. */
export const ALLOWED = 4 / 3;

/** Share of the passes of the loop that are cheaper than the one that counts. */
const LOOP_SHARE = 0.1;

/**
 * Returns the cost of a path in passes of the loop, from its runs in ms and from all passes of the loop that ran
 * between them. Other work of the machine makes a run dearer, never cheaper: so the cheapest run counts, and of the
 * many passes one of the cheapest, which hardly depends on a single one.
 */
export function costInPasses(runsMs, loopsMs) {
  return Math.min(...runsMs) / passOf(loopsMs);
}

/** Returns the pass that counts, of all passes in ms. */
export function passOf(loopsMs) {
  const loops = [...loopsMs].sort((a, b) => a - b);
  return loops[Math.floor((loops.length - 1) * LOOP_SHARE)];
}

/** Ratio of their passes from which processors of one name are different ones. */
const OTHER_PASS = 1.3;
/** Number of runs after which the recorded costs of a machine are known. */
const KNOWN_RUNS = 50;

/** Returns whether a recording is of such a machine; a recording without a pass fits every processor of its name. */
export function isLike(machine, { processor, passMs }) {
  const ratio = (machine.passMs ?? passMs) / passMs;
  return machine.processor === processor && Math.max(ratio, 1 / ratio) <= OTHER_PASS;
}

/**
 * Returns the budgets of paths on a machine, by name: the recorded costs of this machine if they come from fifty runs,
 * else the maximum of the costs recorded on different processors, each of which is fast at different things.
 */
export function budgetOf(recordings, here) {
  const own = recordings.find(
    ({ machine, runs }) => here && runs >= KNOWN_RUNS && machine.node === here.node && isLike(machine, here),
  );
  const budget = {};
  for (const { paths } of own ? [own] : recordings)
    for (const [name, passes] of Object.entries(paths)) budget[name] = Math.max(passes, budget[name] ?? 0);
  return budget;
}

/** Returns a line for each path that exceeds its allowed cost, or that has no budget. */
export function overBudget(results, budget) {
  return results.flatMap(({ name, cost }) => {
    const allowed = budget[name];
    if (allowed === undefined) return [`${name}: there is no budget; npm run bench:budget:spread records one`];
    if (cost <= allowed * ALLOWED) return [];
    return [`${name}: ${(cost / allowed).toFixed(2)} times its budget, more than ${ALLOWED.toFixed(2)} times`];
  });
}
