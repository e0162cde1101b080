import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';

const castReason = jest.requireActual<Rule.RuleModule>('../../tools/lint/cast-reason.cjs');
const linter = new Linter();

/** Returns how many casts of this source the rule finds without a reason. */
const found = (source: string) =>
  linter.verify(source, {
    // The types of the parser are those of another release of ESLint's.
    languageOptions: { parser: tseslint.parser as never },
    plugins: { orrery: { rules: { 'cast-reason': castReason } } },
    rules: { 'orrery/cast-reason': 'error' },
  }).length;

const cases: readonly [title: string, source: string, count: number][] = [
  ['a cast to never', 'const a = b as never;', 1],
  ['a cast by way of unknown', 'f(b as unknown as T);', 1],
  ['casts that the compiler checks', 'const a = b as T; const c = d as unknown; const e = [1] as const;', 0],
  ['a reason above', '// Why.\nconst a = b as never;', 0],
  ['a reason on the line', 'const a = b as never; // Why.', 0],
  ['a reason above a statement of several lines', '// Why.\nconst a = f(\n  1,\n  2,\n  b as unknown as T,\n);', 0],
  ['a reason above a property', 'f({\n  // Why.\n  x: b as never,\n});', 0],
  ['a reason of the statement before', '// Why.\nconst a = b as never;\nconst c = d as never;', 1],
  ['a reason of the function around', '/** Returns b. */\nfunction f() {\n  return b as never;\n}', 1],
];

it.each(cases)('cast-reason reports what has no reason: %s', (_title, source, count) => {
  expect(found(source)).toBe(count);
});
