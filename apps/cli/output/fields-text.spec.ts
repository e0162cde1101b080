import { fieldsText } from './fields-text';

const field = (path: string, before: unknown, after: unknown) => ({ path, before, after });

test.each([
  [[], ''],
  [[field('spec.replicas', 2, 3)], 'spec.replicas 2 → 3'],
  [[field('a', null, { b: 'c' }), field('d', 'e', null)], '+a {"b":"c"}, -d'],
  [[field('a', 'x'.repeat(40), '')], `a ${'x'.repeat(29)}… → `],
  [['a', 'b', 'c', 'd', 'e'].map((path) => field(path, 0, 1)), 'a 0 → 1, b 0 → 1, c 0 → 1, and 2 more'],
])('%j', (fields, text) => {
  expect(fieldsText(fields)).toBe(text);
});
