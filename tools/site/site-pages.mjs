import { posix } from 'node:path';
import { INDEX, readContents } from '../generate/documentation/contents.mjs';

/** Pages outside of docs, with their addresses below the site's and the group of the navigation that they are in. */
const OF_ROOT = [
  { file: 'README.md', address: 'introduction', title: 'Introduction', group: 'Start' },
  { file: 'CONTRIBUTING.md', address: 'contributing', title: 'Contributing', group: 'Extend it' },
  { file: 'CHANGELOG.md', address: 'changes', title: 'Changes', group: 'Reference' },
  { file: 'SECURITY.md', address: 'security', title: 'Security', group: 'Run it for a team' },
];

/**
 * @typedef {object} SitePage
 * @property {string} file in the checkout: `docs/guides/clock.md`
 * @property {string} address below the site's, without a file ending: `guides/clock`; empty for the index, `spec/` for a folder's
 * @property {string} title in the navigation
 * @property {boolean} [isAnywhere] true for a page that is shown at other addresses than its own
 *
 * @typedef {object} SiteGroup
 * @property {string} title
 * @property {SitePage[]} pages
 */

/**
 * Reads the pages of the site in the order of its navigation.
 * @param {string} root the checkout
 * @returns {{ index: SitePage, groups: SiteGroup[] }}
 */
export function readSitePages(root) {
  const groups = readContents(root).map(({ title, pages }) => {
    const own = OF_ROOT.filter(({ group }) => group === title);
    const listed = pages.map((page) => ({
      file: `docs/${page.path}`,
      address: addressOf(page.path),
      title: page.title,
    }));
    return { title, pages: title === 'Start' ? [...own, ...listed] : [...listed, ...own] };
  });
  return { index: { file: INDEX, address: '', title: 'Documentation' }, groups };
}

/** The address of a page of docs: `guides/clock`; `spec/` for the README of a folder. */
const addressOf = (path) =>
  path
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '$1')
    .toLowerCase();

/** The file of a page in the built site. */
export const htmlFileOf = ({ address }) =>
  address === '' || address.endsWith('/') ? `${address}index.html` : `${address}.html`;

/**
 * A link from one address of the site to another, relative, so that the site can be served below any path.
 * @param {string} from `guides/clock`
 * @param {string} to `reference/errors`
 */
export function linkBetween(from, to) {
  const folder = from.endsWith('/') ? from : posix.dirname(from);
  const path = posix.relative(folder, to);
  if (to === '' || to.endsWith('/')) return path === '' ? './' : `${path}/`;
  return path;
}

/**
 * Translates the links of pages: to pages of the site by their addresses, to pictures by their built names, and to other
 * files of the checkout, which need not be there, by their addresses in the repository.
 * @param {{ pages: SitePage[], repository: string, pictureOf: (file: string) => string }} site
 * @returns {(page: SitePage, link: string) => string} throws an error for a link to a file of docs that is not a page
 */
export function linkTranslator({ pages, repository, pictureOf }) {
  const addresses = new Map(pages.map(({ file, address }) => [file, address]));
  const firstIn = (folder) => pages.find(({ file }) => file.startsWith(`${folder}/`))?.address;
  return (page, link) => {
    if (/^(https?:|mailto:|#)/.test(link)) return link;
    const [path, fragment] = link.split('#');
    const file = posix.normalize(posix.join(posix.dirname(page.file), decodeURI(path))).replace(/\/$/, '');
    const end = fragment === undefined ? '' : `#${fragment}`;
    const to = addresses.get(file) ?? firstIn(file);
    if (to !== undefined) return linkBetween(page.address, to) + end;
    if (/\.(png|svg)$/.test(file)) return linkBetween(page.address, pictureOf(file));
    if (file.startsWith('docs/')) throw new Error(`${page.file}: the link ${link} leads to no page`);
    return `${repository}/blob/main/${file}${end}`;
  };
}
