import { rewriteLinks } from './rewrite-links';

const PROXY = '/api/v1/namespaces/d1/pods/web:80/proxy';

test.each([
  ['<a href="/x?y#z">x</a>', `<a href="${PROXY}/x?y#z">x</a>`],
  ['<IMG alt="/a" src="/i.png"/>', `<IMG alt="/a" src="${PROXY}/i.png"/>`],
  ['<a class="b" href="x/y">', '<a class="b" href="x/y">'],
  ['<a href="//other/x">', '<a href="//other/x">'],
  ['<a href="http://other/x">', '<a href="http://other/x">'],
  [`<a href="${PROXY}/x">`, `<a href="${PROXY}/x">`],
  ['<p title="/x">href="/y"</p>', '<p title="/x">href="/y"</p>'],
  ['<a', '<a'],
])('%s', (page, expected) => {
  expect(rewriteLinks(page, PROXY)).toBe(expected);
});
