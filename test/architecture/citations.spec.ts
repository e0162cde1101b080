import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const PAGES = ['scheduler', 'nodes', 'descheduler', 'api'] as const;
type Page = (typeof PAGES)[number];

/** Generated files and texts of others cite nothing; this file has the forbidden forms as examples. */
const NOT_SEARCHED =
  /\.generated\.|(^|\/)(schema\.graphql|package-lock\.json|testdata\/.*|citations\.spec\.ts)$|^tools\/generate\/upstream\//;
const SEARCHED = /\.(ts|mjs|cjs|js|tsx|md|sql|prisma|ya?ml)$|(^|\/)Dockerfile$/;

const NUMBER = String.raw`(?:[A-Z]?\d+(?:\.\d+)*|[A-Z])(?![A-Za-z0-9])`;
const CITATION = new RegExp(String.raw`\bspec (${PAGES.join('|')}) (${NUMBER}(?:, ${NUMBER})*)`, 'g');
/** A page without a number behind it on the line, or `spec` at the end of one: a citation stays on one line. */
const BROKEN_CITATION = new RegExp(String.raw`(\bspec (?:${PAGES.join('|')})\b(?! ${NUMBER})|\(spec$)`, 'gm');

/** The ways in which rules were cited before they were in docs/spec, with an example. Sections 16.x are the guide's. */
const OLD_FORMS: readonly (readonly [example: string, pattern: RegExp])[] = [
  ['(node specification E11.3)', /\b(?:api|nodes?|scheduler|descheduler) specification\b/gi],
  ['(specification 4.14)', /\bspecification(?: of nodes)?,?\s+(?:\* |section )*(?:[A-Z]\d|\d|[A-Z](?![A-Za-z]))/gi],
  ['(section C12)', /\bsections? (?!16\.)(?:[A-Z]\d|\d|[A-Z](?![A-Za-z]))/g],
  ['§ 7.6', /§/g],
  ['(H17)', /(?<![\w)])\([A-HNPS]\d{1,2}(?:\.\d+)*(?:(?:,| and) [A-HNPS]\d{1,2}(?:\.\d+)*)*\)/g],
  ["'H5 two of three'", /['"`][EFGHNPS]\d{1,2}(?: and [EFGHNPS]\d{1,2})?(?::| [a-z0-9])/g],
];

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => SEARCHED.test(path) && !NOT_SEARCHED.test(path) && !path.startsWith('docs/spec/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Returns the matches of a pattern in a text, as path, line and match. */
function occurrences({ path, text }: Source, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(
    ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length}: ${found}`,
  );
}

interface Heading {
  readonly number: string;
  readonly depth: number;
}

const textOf = (page: Page): string => readFileSync(join(root, `docs/spec/${page}.md`), 'utf8');
const headings = new Map(
  PAGES.map((page) => [
    page,
    [...textOf(page).matchAll(/^(##+) (\S+) \S/gm)].map((match): Heading => {
      return { number: match[2]!, depth: match[1]!.length };
    }),
  ]),
);

/** Cited numbers by page, each with a place that cites it. */
const cited = new Map(PAGES.map((page) => [page, new Map<string, string>()]));
for (const { path, text } of sources) {
  for (const [, page, numbers] of text.matchAll(CITATION)) {
    for (const number of numbers!.split(', ')) cited.get(page as Page)!.set(number, path);
  }
}

/** Headings that are not cited and under which nothing is cited. */
function uncited(all: readonly Heading[], numbers: ReadonlyMap<string, string>): string[] {
  return all
    .filter((heading, index) => {
      const next = all.findIndex(({ depth }, later) => later > index && depth <= heading.depth);
      const family = all.slice(index, next === -1 ? undefined : next);
      return !family.some(({ number }) => numbers.has(number));
    })
    .map(({ number }) => number);
}

describe.each(PAGES)('docs/spec/%s.md', (page) => {
  const numbers = headings.get(page)!.map(({ number }) => number);

  it('has a heading for each citation', () => {
    const missing = [...cited.get(page)!].filter(([number]) => !numbers.includes(number));
    expect(missing.map(([number, path]) => `${path}: spec ${page} ${number}`)).toEqual([]);
  });

  it('has no heading without a citation, and no number twice', () => {
    expect(uncited(headings.get(page)!, cited.get(page)!)).toEqual([]);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('refers to headings that it has', () => {
    const own = [...textOf(page).matchAll(/ \(([A-Z]\d+(?:\.\d+)*|\d+\.\d+)\)/g)].map((match) => match[1]!);
    expect(own.filter((number) => !numbers.includes(number))).toEqual([]);
  });
});

it('citations are complete on their line', () => {
  expect(sources.flatMap((source) => occurrences(source, BROKEN_CITATION))).toEqual([]);
});

describe.each(OLD_FORMS)('the old form %s', (example, pattern) => {
  it('is found by its pattern', () => {
    expect([...example.matchAll(pattern)]).toHaveLength(1);
  });

  it('is not used', () => {
    expect(sources.flatMap((source) => occurrences(source, pattern))).toEqual([]);
  });
});
