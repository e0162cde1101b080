import { LoneTurns, StepsAndTurns, type ClockMessage } from './turns';

const question: ClockMessage = { type: 'step', cluster: 'c', round: 'q', conductor: 'p' };
const step = (round: string): ClockMessage => ({ ...question, round, atMs: 1, phase: 1 });

test('a step is refused if a client had its turn since processes were asked whether they have settled', () => {
  const order = new StepsAndTurns();
  order.refusesStep(question, true);
  order.asked();
  expect(order.takesTurn()).toBe(true);
  expect(order.refusesStep(step('a'), true)).toBe(true);
  expect(order.refusesStep({ ...question, round: 'r' }, true)).toBe(false);
  expect(order.refusesStep(step('b'), true)).toBe(false);
});

test('a client does not have its turn if the clock has moved since processes were asked for the round', () => {
  const order = new StepsAndTurns();
  order.asked();
  order.refusesStep(question, true);
  expect(order.refusesStep(step('a'), true)).toBe(false);
  expect(order.takesTurn()).toBe(false);
  order.asked();
  expect(order.takesTurn()).toBe(true);
});

test('a turn that was not taken refuses no step', () => {
  const order = new StepsAndTurns();
  order.asked();
  order.refusesStep(step('a'), true);
  order.takesTurn();
  expect(order.refusesStep(step('b'), true)).toBe(false);
});

test('a step that is said again is answered as before', () => {
  const order = new StepsAndTurns();
  order.asked();
  expect(order.refusesStep(step('a'), true)).toBe(false);
  order.asked();
  order.takesTurn();
  expect(order.refusesStep(step('a'), true)).toBe(false);
});

test('where nothing is recorded steps are taken, and the turn after them waits', () => {
  const order = new StepsAndTurns();
  order.asked();
  order.takesTurn();
  order.asked();
  expect(order.refusesStep(step('a'), false)).toBe(false);
  expect(order.takesTurn()).toBe(false);
});

test.each([true, false])(
  'a step is refused if something was changed since processes were asked; recorded: %s',
  (isStrict) => {
    const order = new StepsAndTurns();
    order.refusesStep(question, isStrict);
    order.changed();
    // The same question, said again: it may have been answered before the change.
    order.refusesStep(question, isStrict);
    expect(order.refusesStep(step('a'), isStrict)).toBe(true);
    order.refusesStep({ ...question, round: 'r' }, isStrict);
    expect(order.refusesStep(step('b'), isStrict)).toBe(false);
  },
);

test('who is in the middle of what it asks for goes first, and others wait until it is over', async () => {
  const waiting: (() => void)[] = [];
  const turns = new LoneTurns(() => new Promise<void>((resolve) => waiting.push(resolve)));
  const seen: string[] = [];
  const take = (name: string, hasBegun: boolean): void => void turns.take(hasBegun).then(() => seen.push(name));
  const settle = async (): Promise<void> => {
    for (const resolve of waiting.splice(0)) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  take('early client', false);
  take('part', true);
  take('late client', false);
  await settle();
  expect(seen).toEqual(['part']);
  take('next part', true);
  await settle();
  expect(seen).toEqual(['part', 'next part']);
  // Once more for those whose last look came before the part went on.
  await settle();
  await settle();
  expect(seen).toEqual(['part', 'next part', 'early client', 'late client']);
});
