import { startOrrery, type Orrery } from './index';

/** Key under which the teardown finds the server: both run in the main process of the runner. */
export const SERVER = Symbol.for('orrery.test-server');
/** The scope that setup and teardown of a runner share. */
export type SharedScope = { [SERVER]?: Orrery };

/**
 * Starts one server for all test files, as `globalSetup` of Jest and Vitest, unless `$ORRERY_URL` names one. Vitest
 * calls the returned function at the end; Jest has `global-teardown` for that.
 */
export default async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env['ORRERY_URL']) return () => Promise.resolve();
  const orrery = await startOrrery({ process: 'own' });
  // The scope is typed by what runners put there, not by this.
  (globalThis as unknown as SharedScope)[SERVER] = orrery;
  process.env['ORRERY_URL'] = orrery.address.url;
  return () => orrery.stop();
}
