import { randomFor } from '@orrery/time';
import { chanceDraws, rememberedDraws, repeatableDraws, type ObjectDraws } from './object-draws';

const POD = { resource: 'pods', namespace: 'default', name: 'web-' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns the result of a draw. */
function drawn(draws: ObjectDraws, object = POD): string {
  const { uid, random } = draws(object);
  return `${uid} ${random.uint32()}`;
}

describe('repeatable draws', () => {
  it('are the same for the same cluster, log and order', () => {
    const run = (): string[] => {
      let revision = 5;
      const draws = repeatableDraws('seed/name', () => revision);
      const first = [drawn(draws), drawn(draws), drawn(draws, { ...POD, name: 'db-' })];
      revision = 9;
      return [...first, drawn(draws)];
    };
    expect(run()).toEqual(run());
    expect(new Set(run()).size).toBe(4);
  });

  test.each<[string, string, number, typeof POD]>([
    ['another cluster', 'seed/other', 5, POD],
    ['a later revision', 'seed/name', 6, POD],
    ['another resource', 'seed/name', 5, { ...POD, resource: 'secrets' }],
    ['another namespace', 'seed/name', 5, { ...POD, namespace: 'other' }],
    ['another name', 'seed/name', 5, { ...POD, name: 'web-1' }],
  ])('differ for %s', (_case, identity, revision, object) => {
    const before = repeatableDraws('seed/name', () => 5)(POD);
    const after = repeatableDraws(identity, () => revision)(object);
    expect(after.uid).toMatch(UUID);
    expect(after.uid).not.toBe(before.uid);
    expect(after.random.uint32()).not.toBe(before.random.uint32());
  });
});

it('never gives a uid twice where chance decides', () => {
  const draws = chanceDraws(randomFor('any'));
  expect(drawn(draws)).not.toBe(drawn(draws));
});

test.each<[string, ObjectDraws]>([
  ['chance', chanceDraws(randomFor('any'))],
  ['repeatable draws', repeatableDraws('any', () => 1)],
])('one write keeps what it drew by %s', (_case, base) => {
  const write = rememberedDraws(base);
  expect(drawn(write)).toBe(drawn(write));
  expect(drawn(write)).not.toBe(drawn(write, { ...POD, name: 'db-' }));
  expect(drawn(write)).not.toBe(drawn(rememberedDraws(base)));
});
