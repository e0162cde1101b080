/** Stops what `embedded-database.ts` started; its folder goes with it. */
export default async function stopDatabase(): Promise<void> {
  await (globalThis as { orreryDatabase?: { stop(): Promise<void> } }).orreryDatabase?.stop();
}
