import type { Database } from '../server/database';

/** Lets others see a part of a component's state; the last word counts. */
export async function publishView(
  database: Database,
  cluster: string,
  component: string,
  view: unknown,
): Promise<void> {
  const body = JSON.stringify(view);
  await database.prisma.$executeRaw`
    WITH there AS (SELECT id FROM cluster WHERE id = ${cluster} FOR KEY SHARE)
    INSERT INTO component_view (cluster, component, body)
    SELECT there.id, ${component}, ${body} FROM there
    ON CONFLICT (cluster, component) DO UPDATE SET body = excluded.body`;
}

/** Returns the last view that a component published; undefined if it never did. */
export async function readView(database: Database, cluster: string, component: string): Promise<unknown> {
  const row = await database.prisma.componentView.findUnique({ where: { cluster_component: { cluster, component } } });
  return row ? (JSON.parse(row.body) as unknown) : undefined;
}
