import { LoneTurns } from './lone-turns';

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
