import { ClientActivity, requireKind, select, type ClusterRuntime } from '@orrery/control-plane';
import { ClusterCache, Operation } from '@orrery/store';
import { badRequest, type KubeObject } from '@orrery/api-types';
import { watchSelection } from './watch-selection';

const POD = requireKind('v1', 'Pod');

function pod(name: string, revision: number): KubeObject {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: String(revision), creationTimestamp: '' };
  return { apiVersion: 'v1', kind: 'Pod', metadata };
}

/** A cluster of which only the state at revision 10 is known: what came before is compacted. */
function compacted(): {
  runtime: ClusterRuntime;
  cache: ClusterCache;
  streams: Set<{ close(): void }>;
  lose: () => void;
} {
  const cache = new ClusterCache(10, [{ resource: 'pods', object: pod('old', 7) }]);
  const streams = new Set<{ close(): void }>();
  const listeners = new Set<() => void>();
  const onCacheReplaced = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const clients = new ClientActivity();
  const runtime = { cache, onCacheReplaced, streams, clients } as unknown as ClusterRuntime;
  return { runtime, cache, streams, lose: () => listeners.forEach((listener) => listener()) };
}

const options = { revision: undefined, sendInitialEvents: undefined, bookmarks: false };

it('is EXPIRED for a revision whose later changes are no longer known', async () => {
  const { runtime } = compacted();
  const opening = watchSelection(runtime, () => select(POD, {}), { ...options, revision: 9 });
  await expect(opening).rejects.toMatchObject({ extensions: { code: 'EXPIRED', reason: 'Expired', status: 410 } });
});

it('begins with the state whatever the revision if the client wants it, and goes on from there', async () => {
  const { runtime, cache, streams } = compacted();
  const stream = await watchSelection(runtime, () => select(POD, {}), {
    ...options,
    revision: 9,
    sendInitialEvents: true,
  });
  const key = { resource: 'pods', namespace: 'default', name: 'new' };
  cache.apply([{ revision: 11, operation: Operation.Create, key, object: pod('new', 11) }]);
  const events = [await stream.next(), await stream.next(), await stream.next()].map(({ value }) => [
    value?.type,
    value?.object?.metadata.name,
    value?.resourceVersion,
  ]);
  expect(events).toEqual([
    ['ADDED', 'old', '7'],
    ['BOOKMARK', undefined, '10'],
    ['ADDED', 'new', '11'],
  ]);
  expect(streams.size).toBe(1);
  await stream.return();
  expect(streams.size).toBe(0);
});

it('is EXPIRED when the log has gone on without it', async () => {
  const { runtime, lose, streams } = compacted();
  const stream = await watchSelection(runtime, () => select(POD, {}), { ...options, revision: 10 });
  const waiting = stream.next();
  lose();
  await expect(waiting).rejects.toMatchObject({ extensions: { code: 'EXPIRED' } });
  expect(streams.size).toBe(0);
});

it('tells what is wrong with a selection in the words of the API', async () => {
  const { runtime } = compacted();
  const refused = watchSelection(
    runtime,
    () => {
      throw badRequest('unreadable');
    },
    options,
  );
  await expect(refused).rejects.toMatchObject({ message: 'unreadable', extensions: { code: 'BAD_USER_INPUT' } });
});
