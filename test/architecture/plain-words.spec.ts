import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/**
 * Words of a private language that comments, messages and pages once spoke, each with the terms of the field. Names of
 * the code have a rule of their own (`privateWords` in eslint.config.mjs).
 */
const PRIVATE: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the user, the client, the process that'],
  [/\b(some|every)body\b/i, 'a client, another process, all users'],
  [/(?<![`'"-]|the user )\bnobody\b/i, 'no client, no process, no pod'],
  [/\b(is|are|was|be|been) told\b/i, 'gets, is called with, is notified'],
  [/\btold (of|that|to|what|which|how|by|when)\b/i, 'called with, notified of'],
  [/\bwish(es|ed)?\b(?! to exist)/i, 'option, request'],
  [/\b(orchestra|baton|surroundings|patience)\b/i, 'coordinator, lock, context, timeout'],
  [/\bnews\b/i, 'updates, changes'],
];

/** Turns of phrase that the same language had. Names of tests may have them, and texts of upstream in the schema. */
const FORMS: typeof PRIVATE = [
  [/\bgoes on\b(?! its queue)/i, 'continues, advances, runs'],
  [/\bstands for\b/i, 'means, matches'],
  [/\bby (itself|themselves)\b/i, 'alone, separately, without'],
  [/(?<![Tt]here )\bis no (?!longer\b)[a-z]/, 'is not a'],
];
const WITH_FORMS = /\.spec\.ts$|schema\.graphql$|^docs\/spec\/|^test\//;

/** Texts of others, and the one program that is allowed to name the words. */
const OTHERS =
  /^eslint\.config|generated|tools\/generate\/upstream|table\/texts-of-1-20|^prisma\/migrations|^CHANGELOG|package-lock|plain-words\.spec/;
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|mjs|cjs|md|graphql|yml|prisma)$/.test(file) && !OTHERS.test(file));

/** The lines of a file with such a word, as `file:line: word; say …`. */
function findings(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, i) =>
    (WITH_FORMS.test(file) ? PRIVATE : [...PRIVATE, ...FORMS]).flatMap(([word, instead]) => {
      const found = word.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${i + 1}: "${found}"; say ${instead}`];
    }),
  );
}

test('comments, messages and pages use the terms of the field', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap(findings)).toEqual([]);
});
