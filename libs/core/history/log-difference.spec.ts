import { firstDifference, type ComparedChange } from './log-difference';

const change = (revision: number, more: Partial<ComparedChange> = {}): ComparedChange => ({
  revision,
  atMs: revision * 1000,
  operation: 1,
  resource: 'pods',
  namespace: 'default',
  name: 'web',
  body: '{}',
  ...more,
});

async function* log(changes: readonly ComparedChange[]): AsyncGenerator<ComparedChange> {
  yield* changes;
}

const [first, second, third] = [change(1), change(2), change(3)];

test.each<[string, ComparedChange[], ComparedChange[], object | undefined]>([
  ['the same', [first, second], [change(1), change(2)], undefined],
  ['nothing at all', [], [], undefined],
  ['a body', [first, second], [first, change(2, { body: '{ }' })], { revision: 2, repeated: { body: '{ }' } }],
  ['a time', [first, second], [first, change(2, { atMs: 5 })], { revision: 2, recorded: { atMs: 2000 } }],
  ['an object', [first], [change(1, { name: 'db' })], { revision: 1, repeated: { name: 'db' } }],
  ['a revision that is left out', [first, second, third], [first, third], { revision: 2, repeated: { revision: 3 } }],
  ['an end that comes early', [first, second], [first], { revision: 2, recorded: second, repeated: undefined }],
  ['an end that comes late', [first], [first, second], { revision: 2, recorded: undefined, repeated: second }],
])('%s', async (_what, recorded, repeated, difference) => {
  const found = await firstDifference(log(recorded), log(repeated));
  if (difference) expect(found).toMatchObject(difference);
  else expect(found).toBeUndefined();
});
