import { createDatabase, until } from '@orrery/test-services';
import { writeDecisions, DECISIONS_CHANNEL } from '../records/decision-log';
import { insertCluster } from '../records/clusters';
import { openDatabase } from '../server/database';
import { applyMigrations } from '../server/migrations';
import { Operation, writeBatch, type RowWrite } from '../commit/write-batch';
import { NotificationLine } from './notification-line';
import { OwnNotifications } from './own-notifications';

it('tells those who listen on the channel, and no longer than they do', async () => {
  const own = new OwnNotifications();
  const heard: string[] = [];
  const [line, same, other] = ['a', 'a', 'b'].map((channel, i) =>
    own.line(channel, (text) => heard.push(`${i} ${text}`)),
  );
  own.notify('a', 'early');
  await Promise.all([line!.start(), same!.start(), other!.start()]);
  own.notify('a', 'first');
  await line!.stop();
  own.notify('a', 'second');
  await same!.stop();
  own.notify('a', 'late');
  expect(heard).toEqual(['0 first', '1 first', '1 second']);
});

it.each([
  { isAlone: true, inside: ['c'], outside: [] },
  { isAlone: false, inside: [], outside: ['c 1', 'c'] },
])('writes notify the own process or the others (alone: $isAlone)', async ({ isAlone, inside, outside }) => {
  const fresh = await createDatabase();
  await applyMigrations(fresh.url);
  const database = openDatabase(fresh.url, { isAlone });
  const heard: string[] = [];
  const line = new NotificationLine({
    url: fresh.url,
    channel: 'orrery_log',
    own: DECISIONS_CHANNEL,
    received: (text) => heard.push(text),
    failed: () => undefined,
  });
  await line.start();
  const own: string[] = [];
  await database.ownNotifications?.line(DECISIONS_CHANNEL, (cluster) => own.push(cluster)).start();
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: 'c', seed: 's', settings: {}, clock });
  const metadata = { name: 'a', namespace: 'default', uid: 'u', resourceVersion: '', creationTimestamp: '' };
  const write: RowWrite = {
    operation: Operation.Create,
    key: { resource: 'configmaps', namespace: 'default', name: 'a' },
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata },
    expectedRevision: -1,
    origin: undefined,
  };
  await writeBatch(database, [write], { cluster: 'c', nowMs: 1 });
  await writeDecisions(database, 'c', ['{}']);
  // What was said before is heard before.
  await line.notify('end');
  await until('the end was heard', () => heard.includes('end'));
  expect([own, heard.filter((text) => text !== 'end')]).toEqual([inside, outside]);
  await line.stop();
  await database.close();
  await fresh.drop();
});
