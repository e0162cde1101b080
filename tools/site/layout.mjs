import { linkBetween } from './site-pages.mjs';

/** Path of the site on the server. */
const SERVED_AT = '/docs/';
/** Levels of headings in the list of a page's sections. */
const LISTED_LEVELS = [2, 3];

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A whole page of the site.
 * @param {object} page
 * @param {import('./site-pages.mjs').SitePage} page.page
 * @param {import('./markdown.mjs').RenderedPage} page.content
 * @param {{ groups: import('./site-pages.mjs').SiteGroup[], guides: import('./site-pages.mjs').SitePage[],
 *   assets: Record<'style' | 'script' | 'theme' | 'search' | 'icon', string> }} site
 * @returns {string}
 */
export function layOut({ page, content }, { groups, guides, assets }) {
  // A page that is shown at any address has whole paths.
  const to = (address) => (page.isAnywhere ? `${SERVED_AT}${address}` : linkBetween(page.address, address));
  const title = content.sections[0]?.title ?? page.title;
  return `<!doctype html>
<html lang="en" data-search="${to(assets.search)}" data-base="${to('')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title === 'Orrery' ? title : `${title} · Orrery`)}</title>
<link rel="icon" type="image/svg+xml" href="${to(assets.icon)}">
<link rel="stylesheet" href="${to(assets.style)}">
<script src="${to(assets.theme)}"></script>
<script type="module" src="${to(assets.script)}"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header class="top">
<button type="button" class="menu-button" aria-expanded="false" aria-controls="pages">Pages</button>
<a class="brand" href="${to('')}" aria-label="Orrery"><img src="${to(assets.icon)}" alt="" width="24" height="24"><span>Orrery</span></a>
<div class="search" role="search">
<input type="search" role="combobox" placeholder="Search" aria-label="Search the documentation" aria-expanded="false"
 aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div id="results" role="listbox" aria-label="Results" hidden></div>
</div>
<button type="button" class="theme-button">Theme</button>
<a class="console-link" href="/console">Console</a>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Pages">
${groups.map((group) => navigationOf(group, page, to)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${content.html}
</article>
${neighbours(page, guides, to)}
</main>
${listOfSections(content.sections)}
</div>
</body>
</html>
`;
}

function navigationOf({ title, pages }, current, to) {
  const isHere = ({ address }) => address === current.address;
  const links = pages.map((page) => {
    const mark = isHere(page) ? ' aria-current="page"' : '';
    return `<li><a href="${to(page.address)}"${mark}>${escaped(page.title)}</a></li>`;
  });
  const isOpen = pages.some(isHere) || current.address === '';
  return `<details${isOpen ? ' open' : ''}><summary>${escaped(title)}</summary><ul>${links.join('')}</ul></details>`;
}

/** Links to the guides before and after a guide. */
function neighbours({ address }, guides, to) {
  const at = guides.findIndex((guide) => guide.address === address);
  if (at < 0) return '';
  const link = (guide, rel, word) =>
    guide
      ? `<a rel="${rel}" href="${to(guide.address)}"><span>${word}</span>${escaped(guide.title)}</a>`
      : '<span></span>';
  const links = `${link(guides[at - 1], 'prev', 'Previous')}${link(guides[at + 1], 'next', 'Next')}`;
  return `<nav class="neighbours" aria-label="Previous and next guide">${links}</nav>`;
}

function listOfSections(sections) {
  const listed = sections.filter(({ level }) => LISTED_LEVELS.includes(level));
  if (listed.length < 2) return '<div></div>';
  const links = listed.map(
    ({ id, title, level }) => `<li class="level-${level}"><a href="#${id}">${escaped(title)}</a></li>`,
  );
  return `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}
