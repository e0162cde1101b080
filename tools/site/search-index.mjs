import MiniSearch from 'minisearch';
import { searchOptions } from './client/search-options.mjs';

/** Letters of a section that a result shows. */
const EXCERPT_LENGTH = 180;

/**
 * The index of the search, a document for each section, as the JSON that the page of the reader loads.
 * @param {{ page: import('./site-pages.mjs').SitePage, content: import('./markdown.mjs').RenderedPage }[]} pages
 * @returns {string}
 */
export function searchIndexOf(pages) {
  const index = new MiniSearch(searchOptions);
  for (const { page, content } of pages) {
    const title = content.sections[0]?.title ?? page.title;
    index.addAll(
      content.sections.map(({ id, title: heading, level, text, prose }) => ({
        id: level === 1 ? page.address : `${page.address}#${id}`,
        title,
        heading: level === 1 ? '' : heading,
        text,
        excerpt: excerptOf(prose),
      })),
    );
  }
  return JSON.stringify(index);
}

function excerptOf(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, line.lastIndexOf(' ', EXCERPT_LENGTH))} …`;
}
