import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The list of all pages, which is written by hand. */
export const CONTENTS = 'docs/contents.yaml';
/** What is generated from it, and so is not in it. */
export const INDEX = 'docs/README.md';

/**
 * @typedef {object} Page
 * @property {string} path below docs: `guides/clock.md`
 * @property {string} title the page's own heading
 * @property {string} about one line for an index; empty for a page that the list names by its folder
 *
 * @typedef {object} Group pages for one kind of reader
 * @property {string} title
 * @property {string} for the reader
 * @property {Page[]} pages in the order in which they are read
 * @property {Record<string, string>} [also] links to pages of other groups, with their texts
 */

/**
 * Reads the list, with the pages of the folders that it names.
 * @param {string} root the checkout
 * @returns {Group[]}
 * @throws Error that names each page that is missing in the list, in `docs`, or is there twice
 */
export function readContents(root) {
  const docs = join(root, 'docs');
  const existing = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && `docs/${path}` !== INDEX)
    .sort();
  const groups = parse(readFileSync(join(root, CONTENTS), 'utf8')).map((group) => ({
    ...group,
    pages: Object.entries(group.pages).flatMap(([path, about]) =>
      path.endsWith('.md') ? [{ path, about }] : existing.filter(isIn(path)).map((each) => ({ path: each, about: '' })),
    ),
  }));
  check(groups, existing);
  const titled = (page) => ({
    ...page,
    title: titleOf(`docs/${page.path}`, readFileSync(join(docs, page.path), 'utf8')),
  });
  return groups.map((group) => ({ ...group, pages: group.pages.map(titled) }));
}

/**
 * @param {Group[]} groups
 * @returns {Page[]} the guides of all groups in their order
 */
export const guidesOf = (groups) => groups.flatMap(({ pages }) => pages).filter(isGuide);

const isIn = (folder) => (path) => path.startsWith(`${folder}/`);
const isGuide = ({ path }) => path.startsWith('guides/');

function check(groups, existing) {
  const listed = groups.flatMap(({ pages }) => pages.map(({ path }) => path));
  const wrong = [
    ...existing.filter((path) => !listed.includes(path)).map((path) => `docs/${path} is missing in it`),
    ...listed.filter((path) => !existing.includes(path)).map((path) => `docs/${path} does not exist`),
    ...listed.filter((path, i) => listed.indexOf(path) < i).map((path) => `docs/${path} is in it twice`),
  ];
  if (wrong.length > 0) throw new Error(`${CONTENTS}: ${wrong.join('; ')}`);
}

/** The text of the first heading, without marks. */
function titleOf(file, text) {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no title: begin it with "# "`);
  return title.replaceAll('`', '');
}
