import { createDatabase, until, type FreshDatabase } from '@orrery/test-services';
import { NotificationLine } from './notification-line';

let database: FreshDatabase;
let line: NotificationLine;
let heard: string[];

beforeEach(async () => {
  database = await createDatabase();
  heard = [];
  const { url } = database;
  const failed = (error: unknown): void => void heard.push(`failed: ${String(error)}`);
  line = new NotificationLine({ url, channel: 'test', received: (payload) => heard.push(payload), failed });
  await line.start();
});

afterEach(async () => {
  await line.stop();
  await database.drop();
});

it('says everything once and in its order, whatever is said at the same time', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error): number => warnings.push(message);
  process.on('warning', warned);
  const payloads = Array.from({ length: 50 }, (_, i) => `message ${i}`);
  await Promise.all(payloads.map((payload) => line.notify(payload)));
  await until('all were heard', () => heard.length >= payloads.length);
  process.off('warning', warned);
  expect([heard, warnings]).toEqual([payloads, []]);
});

it('fails what is too long for the database, and nothing that is said with it', async () => {
  const [before, first, long, last] = ['before', 'first', 'x'.repeat(8000), 'last'];
  const outcomes = await Promise.allSettled([before, first, long, last].map((payload) => line.notify(payload)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await until('the others were heard', () => heard.length >= 3);
  expect(heard).toEqual([before, first, last]);
});

it('hears what is said to it alone and to all, in one order, and nothing that is said to others', async () => {
  const toItself: string[] = [];
  const { url } = database;
  const options = { url, channel: 'test', failed: () => undefined };
  const other = new NotificationLine({ ...options, own: 'test_own', received: (payload) => toItself.push(payload) });
  await other.start();
  const said = ['one', 'two', 'three', 'four'].map((payload, i) =>
    line.notify(payload, i % 2 === 0 ? 'test_own' : undefined),
  );
  await Promise.all(said);
  await until('all were heard', () => toItself.length === 4 && heard.length === 2);
  await other.stop();
  expect([toItself, heard]).toEqual([
    ['one', 'two', 'three', 'four'],
    ['two', 'four'],
  ]);
});
