import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { parseAllDocuments } from 'yaml';
import packageFile from '../../package.json';

const root = join(__dirname, '../..');
const schema = buildSchema(readFileSync(join(root, 'libs/api/graphql/schema.graphql'), 'utf8'));
const pages = ['.', 'docs']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder === 'docs', encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((path) => path.endsWith('.md'));

interface Finding {
  /** Page and line. */
  readonly where: string;
  readonly text: string;
}

/** Returns the matches of a pattern's first group in the documentation. */
function found(pattern: RegExp): Finding[] {
  return pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const lineOf = (index: number): number => text.slice(0, index).split('\n').length;
    return [...text.matchAll(pattern)].map((match) => ({
      where: `${relative(root, page)}:${lineOf(match.index)}`,
      text: match[1]!,
    }));
  });
}

const requests = found(/^```graphql\n(.*?)^```/gms);
const manifests = found(/^```yaml\n(.*?)^```/gms);
const links = found(/\]\((?!https?:|#)([^)#\s]+)/g);
const scripts = found(/npm run ([a-z0-9:-]+)/g);

test('there is something to look at', () => {
  for (const findings of [requests, manifests, links, scripts]) expect(findings.length).toBeGreaterThan(10);
});

test.each(requests)('the GraphQL at $where is valid', ({ text }) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});

test.each(manifests)('the YAML at $where can be read', ({ text }) => {
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
});

test('links lead somewhere', () => {
  const broken = links.filter(({ where, text }) => !existsSync(join(root, dirname(where.split(':')[0]!), text)));
  expect(broken).toEqual([]);
});

test('the scripts that are named exist', () => {
  expect(scripts.filter(({ text }) => !(text in packageFile.scripts))).toEqual([]);
});

test('the version of Node that pages ask for is the one that package.json asks for', () => {
  const asked = found(/\bNode(?:\.js)?(?:\]\([^)]*\))? (\d+(?:\.\d+)*) or newer/g);
  expect(asked.map(({ where }) => where.split(':')[0])).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/guides/ci.md']),
  );
  expect(asked.filter(({ text }) => `>=${text}` !== packageFile.engines.node)).toEqual([]);
});
