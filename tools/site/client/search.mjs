import MiniSearch from 'minisearch';
import { searchOptions } from './search-options.mjs';

const SHOWN_RESULTS = 8;

/** Connects the field of the search with its list; the index is loaded when the field is used first. */
export function startSearch({ input, list, indexAddress, base }) {
  let index;
  let at = -1;
  const options = () => [...list.children].filter((child) => child.getAttribute('role') === 'option');
  const load = () => (index ??= fetchIndex(indexAddress));

  const mark = (next) => {
    at = next;
    options().forEach((option, i) => option.setAttribute('aria-selected', String(i === at)));
    const chosen = options()[at];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = (isShown) => {
    list.hidden = !isShown;
    input.setAttribute('aria-expanded', String(isShown));
  };
  const update = async () => {
    const words = input.value.trim();
    if (words === '') return show(false);
    const found = await load().then(
      (loaded) => matchesOf(loaded, words),
      (error) => error,
    );
    if (words !== input.value.trim()) return undefined;
    list.replaceChildren(...elementsOf(found, words, base));
    mark(options().length > 0 ? 0 : -1);
    return show(true);
  };
  input.addEventListener('focus', () => load().catch(() => undefined));
  input.addEventListener('input', update);
  input.addEventListener('keydown', async (event) => {
    if (event.key === 'Escape') return show(false);
    if (event.key === 'Enter') {
      await update();
      return options()[Math.max(at, 0)]?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options().length === 0) return undefined;
    event.preventDefault();
    return mark((at + step + options().length) % options().length);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement?.matches('input, textarea'))
      return;
    event.preventDefault();
    input.focus();
  });
  document.addEventListener('click', ({ target }) => target.closest('.search') ?? show(false));
}

/** What has all of the words, then what has some of them. */
function matchesOf(index, words) {
  const all = index.search(words, { combineWith: 'AND' });
  if (all.length >= SHOWN_RESULTS) return all;
  const known = new Set(all.map(({ id }) => id));
  return [...all, ...index.search(words, { combineWith: 'OR' }).filter(({ id }) => !known.has(id))];
}

/** A failed load is tried again with the next letter. */
async function fetchIndex(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the index answers ${response.status}`);
  return MiniSearch.loadJSON(await response.text(), searchOptions);
}

function elementsOf(found, words, base) {
  if (found instanceof Error) return [note(`The search cannot be loaded: ${found.message}`)];
  if (found.length === 0) return [note(`No page has “${words}”.`)];
  return found.slice(0, SHOWN_RESULTS).map((result, i) => {
    const link = document.createElement('a');
    link.id = `result-${i}`;
    link.href = base + result.id;
    link.setAttribute('role', 'option');
    link.tabIndex = -1;
    link.append(
      part('strong', result.heading === '' ? result.title : `${result.title} › ${result.heading}`),
      part('span', result.excerpt),
    );
    return link;
  });
}

function note(text) {
  const element = part('p', text);
  element.setAttribute('role', 'status');
  return element;
}

function part(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
