import { Client } from 'pg';
import { until } from '../until';

/**
 * Selects roles with work that has no owner, or with a process that holds more than its share. A process is alive for 6
 * s after a heartbeat.
 */
const UNSHARED = `
  WITH alive AS (SELECT role, count(*) AS processes FROM process WHERE heartbeat_at > now() - interval '6 seconds' GROUP BY role),
    units AS (SELECT split_part(unit, '/', 1) AS role, holder, expires_at FROM ownership),
    total AS (SELECT role, count(*) AS units, bool_or(expires_at < now()) AS is_vacant FROM units GROUP BY role),
    held AS (SELECT role, max(held) AS most FROM (
      SELECT role, holder, count(*) AS held FROM units GROUP BY role, holder) AS holders GROUP BY role)
  SELECT role FROM total JOIN alive USING (role) JOIN held USING (role)
  WHERE is_vacant OR most > ceil(units::numeric / processes)`;

/**
 * Resolves when the processes have shared the work among themselves. The first one takes all of it and releases the
 * share of the others, which they take seconds after they are ready: components that change their process start over
 * from the objects.
 */
export async function workIsShared(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await until('the processes have shared the work', async () => (await client.query(UNSHARED)).rowCount === 0);
  } finally {
    await client.end();
  }
}
