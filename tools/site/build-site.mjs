import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { layOut } from './layout.mjs';
import { renderMarkdown } from './markdown.mjs';
import { searchIndexOf } from './search-index.mjs';
import { htmlFileOf, linkTranslator, readSitePages } from './site-pages.mjs';
import { ICON, STYLES } from './site-sources.mjs';

const CLIENT = 'tools/site/client';
/** What is not worth compressing. */
const COMPRESSED_ALREADY = new Set(['.png']);
/** Shown at each address without a page. */
const NOT_FOUND = { file: '', address: '404', title: 'Not found', isAnywhere: true };

/**
 * Builds the documentation as a site: a file for each page, and below `assets` what pages load, under names with a hash of
 * the content and with compressed copies.
 * @param {string} root the checkout
 * @param {string} target an empty folder, or none yet
 * @throws Error that names the page and the link that leads nowhere
 */
export async function buildSite(root, target) {
  const { index, groups } = readSitePages(root);
  const pages = [index, ...groups.flatMap((group) => group.pages)];
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pictureOf = (file) => writeAsset(target, basename(file), readFileSync(join(root, file)));
  const translate = linkTranslator({ pages, repository: repository.url.replace(/^git\+|\.git$/g, ''), pictureOf });
  const rendered = pages.map((page) => ({
    page,
    content: renderMarkdown(readFileSync(join(root, page.file), 'utf8'), (link) => translate(page, link)),
  }));
  const assets = await writeAssets(root, target, rendered);
  const guides = groups.flatMap((group) => group.pages).filter(({ address }) => address.startsWith('guides/'));
  const missing = { page: NOT_FOUND, content: notFound() };
  for (const each of [...rendered, missing])
    writeFile(join(target, htmlFileOf(each.page)), layOut(each, { groups, guides, assets }));
}

async function writeAssets(root, target, rendered) {
  const read = (file) => readFileSync(join(root, file));
  const { outputFiles } = await build({
    entryPoints: [join(root, CLIENT, 'page.mjs')],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
  });
  return {
    style: writeAsset(target, 'site.css', Buffer.concat(STYLES.map(read))),
    script: writeAsset(target, 'page.js', Buffer.from(outputFiles[0].contents)),
    theme: writeAsset(target, 'theme.js', read(`${CLIENT}/theme.js`)),
    icon: writeAsset(target, 'orrery.svg', read(ICON)),
    search: writeAsset(target, 'search.json', Buffer.from(searchIndexOf(rendered))),
  };
}

/** Writes a file below `assets` and returns its address. */
function writeAsset(target, name, bytes) {
  const ending = extname(name);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const address = `assets/${basename(name, ending)}-${hash}${ending}`;
  writeFile(join(target, address), bytes);
  if (COMPRESSED_ALREADY.has(ending)) return address;
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(target, `${address}.br`), brotliCompressSync(bytes, { params: hint }));
  writeFileSync(join(target, `${address}.gz`), gzipSync(bytes, { level: 9 }));
  return address;
}

function writeFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** What is shown at an address without a page; its links are those of a page at the top. */
const notFound = () =>
  renderMarkdown(
    '# There is no such page\n\nThe search above looks through all pages; their list is on the left.\n',
    (link) => link,
  );
