import { compilePattern, PatternError } from './index';

test.each([
  ['^[a-z]+$', 'abc', true],
  ['^[a-z]+$', 'abc1', false],
  ['b', 'abc', true],
  [String.raw`^\d{3}-\p{L}$`, '123-é', true],
  ['(?i)^ABC$', 'abc', true],
])('%s in %s: %s', (pattern, text, expected) => {
  expect(compilePattern(pattern).occursIn(text)).toBe(expected);
});

test('occurrences', () => {
  const digits = compilePattern('[0-9]+');
  expect(digits.first('a 12 b 3')).toBe('12');
  expect(digits.first('a')).toBeUndefined();
  expect(digits.all('a 12 b 3 c 4')).toEqual(['12', '3', '4']);
  expect(digits.all('a 12 b 3 c 4', 2)).toEqual(['12', '3']);
});

test('a pattern that makes other engines backtrack for ever is matched at once', () => {
  expect(compilePattern('^(a+)+$').occursIn(`${'a'.repeat(20_000)}!`)).toBe(false);
});

test.each([
  ['(a', 'error parsing regexp: missing closing ): `(a`'],
  ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
  ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
])('%s is refused in the words of Go', (pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(new PatternError(message));
});
