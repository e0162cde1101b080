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
