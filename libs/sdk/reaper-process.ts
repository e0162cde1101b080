import { operationsAt, type Operations } from './client/operations';
import type { ReaperMessage } from './fixtures/reaper';

// A program: see fixtures/reaper.ts.
const clusters = new Set<string>();
let operations: Operations | undefined;

process.on('message', (message: ReaperMessage) => {
  if ('server' in message) operations = operationsAt(message.server);
  else if ('add' in message) clusters.add(message.add);
  else clusters.delete(message.remove);
});

process.on('disconnect', () => {
  const removals = [...clusters].map((name) => operations?.deleteCluster({ input: { name } }));
  // A server that is gone has taken its clusters with it.
  void Promise.allSettled(removals).then(() => process.exit(0));
});

export {};
