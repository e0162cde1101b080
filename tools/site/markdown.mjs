import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import shell from 'highlight.js/lib/languages/shell';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import markdownIt from 'markdown-it';

/** Languages of the blocks of the documentation, by the name that stands behind their marks. */
const LANGUAGES = { csharp, go, graphql, java, python, yaml, console: shell, js: javascript, sh: bash, ts: typescript };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Links between guides, which GitHub shows; the site has its own. */
const GENERATED_LINKS = /\n<!-- generated: next and previous[\s\S]*$/;
const COMMENT = /<!--[\s\S]*?-->\n?/g;
/** The few diagrams of the pages for contributors: what draws them would be larger than the whole site. */
const DIAGRAM_NOTE = '<p class="note">A diagram in the notation of Mermaid, which GitHub draws.</p>\n';
/** Addresses in HTML: of `<img>` and `<source>`, which are all the HTML that pages have besides `<details>`. */
const ADDRESS = /\b(src|srcset)="([^"]+)"/g;

/**
 * @typedef {object} Section a heading with what follows, up to the next heading
 * @property {string} id as GitHub makes it: links to headings are the same there and here
 * @property {string} title without marks
 * @property {number} level 1 to 6
 * @property {string} text for the search
 * @property {string} prose the same without blocks of code
 *
 * @typedef {object} RenderedPage
 * @property {string} html
 * @property {Section[]} sections in their order; the first is the page's title
 */

/**
 * Renders one page.
 * @param {string} text in Markdown
 * @param {(link: string) => string} translate gives the link of the site for a link of the page
 * @returns {RenderedPage}
 */
export function renderMarkdown(text, translate) {
  const tokens = parser.parse(text.replace(GENERATED_LINKS, '\n'), {});
  const sections = sectionsOf(tokens);
  for (const token of allOf(tokens)) adapt(token, translate);
  return { html: parser.renderer.render(tokens, parser.options, {}), sections };
}

const parser = markdownIt({ html: true, linkify: false, highlight });
const renderHtml = (tokens, index) => tokens[index].content.replace(COMMENT, '');
const renderFence = parser.renderer.rules.fence;
Object.assign(parser.renderer.rules, {
  html_block: renderHtml,
  html_inline: renderHtml,
  // What is wider than the page scrolls alone, also by keyboard.
  fence: (tokens, index, ...rest) =>
    renderFence(tokens, index, ...rest).replace('<pre>', '<pre tabindex="0">') +
    (tokens[index].info === 'mermaid' ? DIAGRAM_NOTE : ''),
  table_open: () => '<div class="table" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
});

function highlight(code, language) {
  if (!hljs.getLanguage(language)) return '';
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** The tokens of a page with those inside of paragraphs. */
const allOf = (tokens) => tokens.flatMap((token) => [token, ...(token.children ?? [])]);

function adapt(token, translate) {
  for (const name of ['href', 'src']) {
    const link = token.attrGet(name);
    if (link !== null) token.attrSet(name, translate(link));
  }
  if (token.type.startsWith('html_'))
    token.content = token.content.replace(ADDRESS, (_all, name, link) => `${name}="${translate(link)}"`);
  // The content security policy of the server allows no styles in attributes.
  const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
  if (side !== undefined) token.attrs = [['class', `to-${side}`]];
}

/** Gives each heading its identifier, and collects the texts below it. */
function sectionsOf(tokens) {
  const slugger = new GithubSlugger();
  const sections = [];
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[i + 1]);
      const id = slugger.slug(title);
      token.attrSet('id', id);
      sections.push({ id, title, level: Number(token.tag.slice(1)), text: '', prose: '' });
    } else if (sections.length > 0 && tokens[i - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (token.type === 'inline') section.prose += `${plainText(token)} `;
      if (token.type === 'inline' || token.type === 'fence')
        section.text += `${token.type === 'fence' ? token.content : plainText(token)} `;
    }
  });
  return sections;
}

/** The text of a paragraph or a heading, without marks. */
const plainText = ({ children }) =>
  children
    .map(({ type, content }) => {
      if (type === 'text' || type === 'code_inline') return content;
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
    })
    .join('');
