import fc from 'fast-check';
import { keepEqualParts } from './equal-parts';

const before = {
  metadata: { name: 'a', owners: [{ uid: '1' }, { uid: '2' }], labels: {} },
  spec: { a: [1, { b: null }] },
};
const parsed = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test('equal parts are those of the version before', () => {
  const version = keepEqualParts({ ...parsed(before), status: { ready: true } }, before);
  expect(version).toEqual({ ...before, status: { ready: true } });
  expect(version.metadata).toBe(before.metadata);
  expect(version.spec).toBe(before.spec);
});

test('what changed keeps its equal parts', () => {
  const changed = parsed(before);
  changed.metadata.owners[1]!.uid = '3';
  const version = keepEqualParts(changed, before);
  expect(version.metadata).not.toBe(before.metadata);
  expect(version.metadata.labels).toBe(before.metadata.labels);
  expect(version.metadata.owners[0]).toBe(before.metadata.owners[0]);
  expect(version.metadata.owners[1]).toEqual({ uid: '3' });
});

test.each([
  ['a list that is shorter', { a: [1] }, { a: [1, 2] }],
  ['a list that is longer', { a: [1, 2] }, { a: [1] }],
  ['a list in place of a record', { a: ['x'] }, { a: { 0: 'x' } }],
  ['fields that are gone', { a: { x: 1 } }, { a: { x: 1, y: 2 } }],
  ['a name of every object', { a: JSON.parse('{"toString": {}}') as object }, { a: {} }],
])('%s is another one', (_what, version, former) => {
  const copy = parsed(version);
  expect(keepEqualParts(version, former)).toEqual(copy);
  expect(version.a).not.toBe(former.a);
});

test('the value stays what it was, and the one before as well', () => {
  const json = fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 });
  fc.assert(
    fc.property(json, json, (version, former) => {
      const [one, other] = [JSON.stringify(version), JSON.stringify(former)];
      keepEqualParts(version, former);
      expect(JSON.stringify(version)).toBe(one);
      expect(JSON.stringify(former)).toBe(other);
    }),
  );
});
