import { setTimeout as pause } from 'node:timers/promises';
import { RefusedError } from './client/errors';
import { accepted, operationsAt, type Operations } from './client/operations';
import type { ReaperMessage } from './fixtures/reaper';

// A program: see fixtures/reaper.ts.
const clusters = new Set<string>();
let operations: Operations | undefined;
/** Attempts at the removal of a cluster: one that was requested at the last moment may still be made. */
const ATTEMPTS = 4;
const BETWEEN_MS = 500;

process.on('message', (message: ReaperMessage) => {
  if ('server' in message) operations = operationsAt(message.server);
  else if ('add' in message) clusters.add(message.add);
  else clusters.delete(message.remove);
});

process.on('disconnect', () => {
  // A server that is gone has taken its clusters with it.
  void Promise.allSettled([...clusters].map(remove)).then(() => process.exit(0));
});

async function remove(name: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS && operations; attempt++) {
    try {
      accepted((await operations.deleteCluster({ input: { name } })).deleteCluster);
      return;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      await pause(BETWEEN_MS);
    }
  }
}
