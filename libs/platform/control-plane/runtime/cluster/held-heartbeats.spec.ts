import { HeldHeartbeats } from './held-heartbeats';

/** Longer than renewals are held. Not all timers: other tests of the process may have repeated ones. */
const MOMENT_MS = 1000;

/** A table that counts its writes, and fails while it is away. */
function fakeTable() {
  const rows = new Map<string, number>();
  const table = { writes: 0, isAway: false };
  const renew = async (renewals: ReadonlyMap<string, number>): Promise<void> => {
    table.writes++;
    if (table.isAway) throw new Error('away');
    for (const [node, atMs] of renewals) rows.set(node, Math.max(atMs, rows.get(node) ?? 0));
  };
  return { table, rows, stored: { renew, read: async () => new Map(rows) } };
}

function heldOver({ stored }: ReturnType<typeof fakeTable>, areHeld = true) {
  const errors: unknown[] = [];
  const held = new HeldHeartbeats(stored, { areHeld, onError: (error) => errors.push(error) });
  return { held, errors };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('writes the last renewal of each node, when the table is read', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake);
  for (let atMs = 10; atMs <= 100; atMs += 10) await held.table.renew(new Map([['a', atMs]]));
  await held.table.renew(new Map([['b', 50]]));
  await held.table.renew(new Map([['a', 20]]));
  expect(fake.table.writes).toBe(0);
  expect(await held.table.read()).toEqual(new Map([['a', 100], ['b', 50]])); // prettier-ignore
  expect(fake.table.writes).toBe(1);
});

it('writes after a moment even if the table is not read', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake);
  await held.table.renew(new Map([['a', 1]]));
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  expect(fake.rows).toEqual(new Map([['a', 1]]));
});

it('writes each renewal at once where others read the table', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake, false);
  await held.table.renew(new Map([['a', 1]]));
  expect(fake.rows).toEqual(new Map([['a', 1]]));
  await held.table.renew(new Map([['b', 2]]));
  expect(fake.rows).toEqual(new Map([['a', 1], ['b', 2]])); // prettier-ignore
});

it('tries again until it has written, where others read the table', async () => {
  const fake = fakeTable();
  const { held, errors } = heldOver(fake, false);
  fake.table.isAway = true;
  let isWritten = false;
  void held.table.renew(new Map([['a', 1]])).then(() => (isWritten = true));
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  expect([isWritten, errors.length]).toEqual([false, 1]);
  fake.table.isAway = false;
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  expect([isWritten, fake.rows]).toEqual([true, new Map([['a', 1]])]);
});

it('tries again by itself where the table is its own', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake);
  fake.table.isAway = true;
  await held.table.renew(new Map([['a', 1]]));
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  fake.table.isAway = false;
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  expect(fake.rows).toEqual(new Map([['a', 1]]));
});

it('gives up when it is stopped', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake, false);
  fake.table.isAway = true;
  const renewed = held.table.renew(new Map([['a', 1]]));
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  held.stop();
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  await renewed;
  expect(fake.rows).toEqual(new Map());
});

it('writes those of all clusters at the same time, whenever they came', async () => {
  const fakes = [fakeTable(), fakeTable()];
  const [first, second] = fakes.map((fake) => heldOver(fake).held);
  await jest.advanceTimersByTimeAsync(200 - (performance.now() % 200));
  await first!.table.renew(new Map([['a', 1]]));
  await jest.advanceTimersByTimeAsync(199);
  await second!.table.renew(new Map([['a', 1]]));
  expect(fakes.map(({ table }) => table.writes)).toEqual([0, 0]);
  await jest.advanceTimersByTimeAsync(1);
  expect(fakes.map(({ table }) => table.writes)).toEqual([1, 1]);
});

it('keeps what could not be written, with what came meanwhile', async () => {
  const fake = fakeTable();
  const { held, errors } = heldOver(fake);
  fake.table.isAway = true;
  await held.table.renew(new Map([['a', 1], ['b', 1]])); // prettier-ignore
  await expect(held.table.read()).rejects.toThrow('away');
  await held.table.renew(new Map([['a', 2]]));
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  expect(errors).toHaveLength(1);
  fake.table.isAway = false;
  expect(await held.table.read()).toEqual(new Map([['a', 2], ['b', 1]])); // prettier-ignore
});

it('writes nothing more once it was stopped', async () => {
  const fake = fakeTable();
  const { held } = heldOver(fake);
  await held.table.renew(new Map([['a', 1]]));
  held.stop();
  await jest.advanceTimersByTimeAsync(MOMENT_MS);
  await held.flush();
  expect(fake.table.writes).toBe(0);
});
