import { SERVER, type SharedScope } from './global-setup';

/** Stops the server that `global-setup` started, as `globalTeardown` of Jest. */
export default async function stopTestServer(): Promise<void> {
  // The scope is typed by what runners put there, not by this.
  await (globalThis as unknown as SharedScope)[SERVER]?.stop();
}
