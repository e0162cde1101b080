import { KeptLines, type KeptPlace } from './kept-lines';
import { digestOf, OutsideAnswers } from './outside-answers';

let kept: KeptLines<{ readonly number: number; readonly text: string }>;
beforeEach(() => {
  kept = new KeptLines();
});
afterEach(() => kept.close());

const COUNT = 3000;
const value = (number: number): { number: number; text: string } => ({ number, text: 'ä'.repeat(number % 400) });
/** Two pieces, of which one may be exceeded by a line. */
const BOUND = 2 * 65_536 + 1000;

test('gives back what was added, in order and by place, and holds no more than a piece or two of it', async () => {
  const places: KeptPlace[] = [];
  let most = 0;
  const look = (): void => void (most = Math.max(most, kept.bytesInMemory));
  for (let number = 0; number < COUNT; number++) {
    places.push(await kept.add(value(number)));
    look();
  }
  expect(kept.count).toBe(COUNT);
  const { start, length } = places.at(-1)!;
  expect(start + length).toBeGreaterThan(8 * BOUND);
  for (let time = 0; time < 2; time++) {
    let next = 0;
    for await (const each of kept.read()) {
      look();
      expect(each).toEqual(value(next++));
    }
    expect(next).toBe(COUNT);
  }
  await kept.complete();
  for (const number of [7, COUNT - 1, 0]) expect(kept.at(places[number]!)).toEqual(value(number));
  expect(most).toBeLessThan(BOUND);
});

test('is written once, also when it is completed twice', async () => {
  const [first, second] = [await kept.add(value(1)), await kept.add(value(2))];
  await Promise.all([kept.complete(), kept.complete()]);
  expect([second, first].map((place) => kept.at(place))).toEqual([2, 1].map(value));
});

test('an empty one is read to its end, and one that is closed is no more', async () => {
  for await (const each of kept.read()) throw new TypeError(`there is ${each.number}`);
  const place = await kept.add(value(1));
  expect(() => kept.at(place)).toThrow('not complete');
  await kept.complete();
  await kept.close();
  expect(() => kept.at(place)).toThrow('closed');
});

test('answers are given in the order of their questions, the last one again', async () => {
  const answers = new OutsideAnswers();
  const question = { who: 'webhook' };
  for (const each of [1, undefined, { allowed: true }]) {
    await answers.add({ kind: 'answer', question: digestOf(question), value: each });
  }
  await answers.complete();
  const given = Array.from({ length: 4 }, () => answers.next(question)!.value);
  expect(given).toEqual([1, undefined, { allowed: true }, { allowed: true }]);
  expect(answers.next({ who: 'another' })).toBeUndefined();
  await answers.close();
  expect(answers.next(question)).toBeUndefined();
});
