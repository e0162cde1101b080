import { readFileSync } from 'node:fs';
import { posix, join } from 'node:path';
import { CONTENTS, guidesOf, INDEX, readContents } from './contents.mjs';

const BEGIN = '<!-- generated: next and previous, by npm run generate -->';
const END = '<!-- end of next and previous -->';

/**
 * The index of the documentation, and each guide with links to its neighbours at its end.
 * @param {string} root the checkout
 * @returns {{ file: string, text: string }[]}
 */
export function documentationPages(root) {
  const groups = readContents(root);
  const guides = guidesOf(groups);
  return [
    { file: INDEX, text: indexOf(groups) },
    ...guides.map(({ path }, i) => {
      const file = `docs/${path}`;
      return { file, text: withLinks(readFileSync(join(root, file), 'utf8'), path, guides[i - 1], guides[i + 1]) };
    }),
  ];
}

function indexOf(groups) {
  const sections = groups.map(({ title, for: reader, pages, also }) =>
    [`## ${title}`, reader, listOf(pages), ...alsoOf(also)].join('\n\n'),
  );
  return `<!-- Written by npm run generate from ${CONTENTS}; do not edit. -->

# Documentation

New here? Start the server as the [README](../README.md) says, then read the pages of your group in their order. A running server
shows these pages at \`/docs\`, with a search.

${sections.join('\n\n')}
`;
}

function listOf(pages) {
  const isOrdered = pages.every(({ path }) => path.startsWith('guides/'));
  return pages
    .map(({ path, title, about }, i) => `${isOrdered ? `${i + 1}.` : '-'} [${title}](${path})${about && `: ${about}`}`)
    .join('\n');
}

/** A sentence with the links for readers that other groups have. */
function alsoOf(also = {}) {
  const links = Object.entries(also).map(([path, text]) => `[${text}](${path})`);
  return links.length === 0 ? [] : [`See also: ${links.join(', ')}.`];
}

/** The text of a guide whose end links to its neighbours. */
function withLinks(text, path, previous, next) {
  const begin = text.indexOf(`\n${BEGIN}`);
  const body = (begin < 0 ? text : text.slice(0, begin)).trimEnd();
  const to = (page) => `[${page.title}](${posix.relative(posix.dirname(path), page.path)})`;
  const links = [
    ...(previous ? [`Previous: ${to(previous)}`] : []),
    ...(next ? [`Next: ${to(next)}`] : []),
    `[All pages](${posix.relative(posix.dirname(path), 'README.md')})`,
  ];
  return `${body}\n\n${BEGIN}\n\n---\n\n${links.join(' · ')}\n\n${END}\n`;
}
