import { addCopyButtons } from './copy.mjs';
import { startSearch } from './search.mjs';

const menu = document.querySelector('.menu-button');
menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menu.setAttribute('aria-expanded', String(isOpen));
});
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
addCopyButtons(document.querySelectorAll('article pre'));
startSearch({
  input: document.querySelector('.search input'),
  list: document.querySelector('#results'),
  indexAddress: document.documentElement.dataset.search,
  base: document.documentElement.dataset.base,
});
