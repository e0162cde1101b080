import type { ServerResponse } from 'node:http';

/**
 * Resolves when the client of a response has read what was buffered for it, or is gone. Nothing is left behind on the
 * response: a race of two `once` would leave the listener that lost, one more each time.
 */
export function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || response.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
