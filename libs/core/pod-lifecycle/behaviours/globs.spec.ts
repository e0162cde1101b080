import * as fc from 'fast-check';
import { globs } from './globs';

describe('patterns with stars', () => {
  test.each([
    ['web', 'web', true],
    ['web', 'webs', false],
    ['web*', 'web', true],
    ['*-0', 'db-0', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a.c', 'abc', false],
    ['a*b*c', 'axbxc', true],
    ['a*b*c', 'acb', false],
    ['a*bb*b', 'abb', false],
    ['**', 'x\ny', true],
  ])('%j holds for %j: %s', (pattern, text, want) => expect(globs([pattern])(text)).toBe(want));

  test('hold as the regular expressions that they stand for', () => {
    const letters = (alphabet: string[], maxLength: number) =>
      fc.array(fc.constantFrom(...alphabet), { maxLength }).map((all) => all.join(''));
    fc.assert(
      fc.property(letters(['a', 'b', '*'], 6), letters(['a', 'b'], 8), (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(globs([pattern])(text)).toBe(expression.test(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('end on a pattern of many stars', () => expect(globs(['*a'.repeat(200) + 'b'])('a'.repeat(5000))).toBe(false));
});
