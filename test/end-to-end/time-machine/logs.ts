import type pg from 'pg';

/** All that are replaced by others in these tests. */
export const COMPONENTS = [
  'scheduler',
  'kubelet',
  'node-lifecycle-controller',
  'controller-manager',
  'eviction-worker',
  'descheduler',
  'router',
] as const;

/** The log of a cluster, a line for each change. */
export async function logOf(pool: pg.Pool, cluster: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', revision, operation, resource, namespace, name, body) as line
      from cluster_change where cluster = $1 order by revision`,
    [cluster],
  );
  return rows.map(({ line }) => line);
}

/** The first line in which two logs differ, from a little before the place where it does. */
export function firstDifference(left: readonly string[], right: readonly string[]): object | undefined {
  const at = right.findIndex((line, i) => line !== left[i]);
  if (at === -1) return left.length > right.length ? { at: right.length, left: left[right.length] } : undefined;
  const [one = '', two = ''] = [left[at], right[at]];
  let place = 0;
  while (one[place] === two[place]) place++;
  const shown = (line: string): string => `${line.slice(0, 80)} … ${line.slice(Math.max(0, place - 60), place + 120)}`;
  return { at, left: shown(one), right: shown(two) };
}
