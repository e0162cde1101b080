import { SERVER, type SharedScope } from './global-setup';

/** For `globalTeardown` of Jest: stops the server that `global-setup` started. */
export default async function stopTestServer(): Promise<void> {
  // The scope is typed by what runners put there, not by this.
  await (globalThis as unknown as SharedScope)[SERVER]?.stop();
}
