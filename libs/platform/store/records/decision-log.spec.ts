import { createDatabase, type FreshDatabase } from '@orrery/test-services';
import { deleteCluster, insertCluster } from './clusters';
import { openDatabase, type Database } from '../server/database';
import { readDecisions, writeDecisions } from './decision-log';
import { applyMigrations } from '../server/migrations';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await createDatabase();
  await applyMigrations(fresh.url);
  database = openDatabase(fresh.url);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function cluster(id: string): Promise<string> {
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id, seed: id, settings: {}, clock });
  return id;
}

const numbersAndTexts = async (id: string, after = 0): Promise<unknown[]> =>
  (await readDecisions(database, id, after)).map(({ number, text }) => [number, text]);

it('numbers decisions of a cluster from 1, whatever batches they come in', async () => {
  const [a, b] = [await cluster('a'), await cluster('b')];
  expect(await writeDecisions(database, a, ['{"x":1}', '{"x":2}'])).toBe(2);
  expect(await writeDecisions(database, b, ['{"y":1}'])).toBe(1);
  expect(await writeDecisions(database, a, ['{"x":3}'])).toBe(3);
  expect(await writeDecisions(database, a, [])).toBe(0);
  expect(await numbersAndTexts(a)).toEqual([
    [1, '{"x":1}'],
    [2, '{"x":2}'],
    [3, '{"x":3}'],
  ]);
  expect(await numbersAndTexts(a, 1)).toEqual([
    [2, '{"x":2}'],
    [3, '{"x":3}'],
  ]);
  expect(await numbersAndTexts(b)).toEqual([[1, '{"y":1}']]);
});

it('keeps the newest, dropping whole batches', async () => {
  const id = await cluster('kept');
  for (let batch = 0; batch < 10; batch++) await writeDecisions(database, id, ['"p"', '"q"', '"r"'], { kept: 7 });
  const numbers = (await readDecisions(database, id, 0)).map(({ number }) => number);
  expect(numbers).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30]);
});

it('gives concurrent writers numbers in the order of their commits', async () => {
  const id = await cluster('busy');
  let seen = 0;
  const missed: number[] = [];
  let isWriting = true;
  const reading = (async () => {
    while (isWriting) {
      for (const { number } of await readDecisions(database, id, seen)) {
        if (number !== seen + 1) missed.push(number);
        seen = number;
      }
    }
  })();
  await Promise.all(Array.from({ length: 40 }, (_, i) => writeDecisions(database, id, [`${i}`, `${i}`])));
  isWriting = false;
  await reading;
  expect(missed).toEqual([]);
  expect(await readDecisions(database, id, 0)).toHaveLength(80);
});

it('ends with its cluster: the next of the name begins again', async () => {
  const id = await cluster('gone');
  await writeDecisions(database, id, ['1']);
  await deleteCluster(database, id);
  expect(await writeDecisions(database, id, ['late'])).toBe(0);
  await cluster(id);
  expect(await readDecisions(database, id, 0)).toEqual([]);
});
