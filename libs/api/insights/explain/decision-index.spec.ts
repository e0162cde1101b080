import type { StoredDecision } from '@orrery/store';
import { DecisionIndex } from './decision-index';

function indexOver(log: StoredDecision[]): DecisionIndex {
  return new DecisionIndex((number) => Promise.resolve(log.filter((each) => each.number > number)));
}

function decision(number: number, fields: Record<string, unknown> = {}): StoredDecision {
  const record = { namespace: 'default', pod: 'web', uid: `uid-${number}`, node: 'a', outcome: 'bound', ...fields };
  return { number, text: JSON.stringify({ profile: 'default-scheduler', ...record }) };
}

const numbers = (entries: readonly { readonly number: number }[]): number[] => entries.map(({ number }) => number);

it('finds decisions by what they are about, newest first', async () => {
  const index = indexOver([
    decision(1, { pod: 'a' }),
    decision(2, { pod: 'b', node: null, outcome: 'unschedulable' }),
    decision(3, { pod: 'a', namespace: 'other' }),
    decision(4, { pod: 'a', node: 'b', profile: 'second' }),
  ]);
  await index.refresh();
  expect(numbers(index.find({}))).toEqual([4, 3, 2, 1]);
  expect(numbers(index.find({ pod: 'a' }))).toEqual([4, 3, 1]);
  expect(numbers(index.find({ pod: 'a', namespace: 'default' }))).toEqual([4, 1]);
  expect(numbers(index.find({ outcome: 'unschedulable' }))).toEqual([2]);
  expect(numbers(index.find({ node: 'b' }))).toEqual([4]);
  expect(numbers(index.find({ schedulerName: 'second' }))).toEqual([4]);
  expect(numbers(index.after(2, { pod: 'a' }))).toEqual([3, 4]);
});

it('reads on where it stopped, also when asked twice at once', async () => {
  const log = [decision(1)];
  const index = indexOver(log);
  await Promise.all([index.refresh(), index.refresh()]);
  log.push(decision(2), decision(3));
  await Promise.all([index.refresh(), index.refresh()]);
  expect(numbers(index.find({}))).toEqual([3, 2, 1]);
  expect(index.newest).toBe(3);
});

it('keeps the last twenty of a pod, and the ten thousand newest of all', async () => {
  const stubborn = Array.from({ length: 50 }, (_, i) => decision(i + 1, { uid: 'stubborn' }));
  const others = Array.from({ length: 10_000 }, (_, i) => decision(i + 51));
  const log = [...stubborn];
  const index = indexOver(log);
  await index.refresh();
  expect(numbers(index.about('stubborn'))).toEqual(Array.from({ length: 20 }, (_, i) => 50 - i));
  expect(index.find({})).toHaveLength(20);
  log.push(...others);
  await index.refresh();
  expect(index.find({})).toHaveLength(10_000);
  expect(index.about('stubborn')).toEqual([]);
});
