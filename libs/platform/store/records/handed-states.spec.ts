import { openDatabase, type Database } from '../server/database';
import {
  dropHandedStates,
  readHandedState,
  readHandedStates,
  takeHandedState,
  writeHandedStates,
} from './handed-states';

const SCHEDULER = { component: 'scheduler', shard: 0, shards: 1 };
const KUBELETS = { component: 'kubelet', shard: 3, shards: 8 };
let database: Database;

beforeAll(() => {
  database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
});
afterAll(() => database.close());
beforeEach(async () => {
  await writeHandedStates(database, 'one', [
    { ...SCHEDULER, state: { queue: ['a'] }, events: undefined },
    { ...KUBELETS, state: undefined, events: { sequence: 3 } },
  ]);
  await writeHandedStates(database, 'other', [{ ...SCHEDULER, state: 'of the other', events: undefined }]);
});
afterEach(async () => {
  await dropHandedStates(database, 'one');
  await dropHandedStates(database, 'other');
});

test('a state is given to the one that asks first', async () => {
  expect(await takeHandedState(database, 'one', SCHEDULER)).toEqual({
    ...SCHEDULER,
    state: { queue: ['a'] },
    events: undefined,
  });
  expect(await takeHandedState(database, 'one', SCHEDULER)).toBeUndefined();
  expect(await takeHandedState(database, 'other', SCHEDULER)).toMatchObject({ state: 'of the other' });
});

test('what is only read stays', async () => {
  expect(await readHandedState(database, 'one', KUBELETS)).toMatchObject({ state: undefined, events: { sequence: 3 } });
  expect((await readHandedStates(database, 'one')).map(({ component }) => component)).toEqual(['kubelet', 'scheduler']);
});

test('work that was split in another way has another state', async () => {
  expect(await takeHandedState(database, 'one', { ...KUBELETS, shards: 4 })).toBeUndefined();
  expect(await takeHandedState(database, 'one', KUBELETS)).toBeDefined();
});

test('what was left behind goes with the next one that is dropped', async () => {
  await database.prisma.$executeRaw`
    UPDATE handed_state SET written_at = now() - make_interval(hours => 1) WHERE capture = 'other'`;
  await dropHandedStates(database, 'one');
  expect(await readHandedStates(database, 'one')).toEqual([]);
  expect(await readHandedStates(database, 'other')).toEqual([]);
});
