// What of the runs counts, and what is too much.

/** A path may cost so many times its budget. */
export const ALLOWED = 4 / 3;

/**
 * The lower quartile: what else a machine does makes a run dearer, never cheaper, and a single run that was cheap by chance does not
 * decide.
 */
export function statistic(costs) {
  const sorted = [...costs].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 4)];
}

/** A line for each path that costs more than it may, or that has no budget. */
export function overBudget(results, budget) {
  return results.flatMap(({ name, cost }) => {
    const allowed = budget[name];
    if (allowed === undefined) return [`${name}: there is no budget; npm run bench:budget:spread records one`];
    if (cost <= allowed * ALLOWED) return [];
    return [`${name}: ${(cost / allowed).toFixed(2)} times its budget, more than ${ALLOWED.toFixed(2)} times`];
  });
}
