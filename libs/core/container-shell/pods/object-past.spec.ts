import type { KubeObject } from '@orrery/api-types';
import { ObjectPast } from '../index';

const version = (text: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c', uid: 'c', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  data: { text },
});
const textAt = (past: ObjectPast, moment: { revision?: number; atMs: number }): unknown =>
  (past.versionAt('c', version('now'), moment)?.['data'] as { text: string } | undefined)?.text;

test('an object is as it was, by revision or by time', () => {
  const past = new ObjectPast();
  past.ended('c', undefined, { revision: 3, atMs: 1000 });
  past.ended('c', version('first'), { revision: 5, atMs: 2000 });
  past.ended('c', version('second'), { revision: 8, atMs: 2000 });
  expect([2, 3, 4, 5, 7, 8, 9].map((revision) => textAt(past, { revision, atMs: 0 }))).toEqual([
    undefined,
    'first',
    'first',
    'second',
    'second',
    'now',
    'now',
  ]);
  expect([999, 1000, 1999, 2000].map((atMs) => textAt(past, { atMs }))).toEqual([undefined, 'first', 'first', 'now']);
  expect([0, 1000, 2000].map((atMs) => past.endsAfter('c', atMs))).toEqual([1000, 2000, undefined]);
  expect(past.versionAt('other', undefined, { atMs: 0 })).toBeUndefined();
});

test('what there is no room for is forgotten, the oldest first', () => {
  const past = new ObjectPast({ versions: 2, bytes: 20 });
  for (const [index, text] of ['a', 'b', 'c'].entries()) {
    past.ended('c', version(text), { revision: index + 1, atMs: index });
  }
  expect([0, 1, 2, 3].map((revision) => textAt(past, { revision, atMs: 0 }))).toEqual(['b', 'b', 'c', 'now']);
  past.ended('c', version('x'.repeat(30)), { revision: 4, atMs: 4 });
  expect(textAt(past, { revision: 0, atMs: 0 })).toBe('now');
});
