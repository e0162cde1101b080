import type { Database } from '../server/database';

/**
 * Returns the installation's value under a name. The first process that needs it makes it; all others get the same
 * value, also when several request it at the same time.
 */
export async function ofInstallation<T extends object>(database: Database, name: string, make: () => T): Promise<T> {
  const { prisma } = database;
  const known = await prisma.installation.findUnique({ where: { name } });
  if (known) return known.value as T;
  await prisma.$executeRaw`
    INSERT INTO installation (name, value) VALUES (${name}, ${JSON.stringify(make())}::jsonb) ON CONFLICT DO NOTHING`;
  return (await prisma.installation.findUniqueOrThrow({ where: { name } })).value as T;
}
