import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Colours and icon are those of the console. */
export const STYLES = ['apps/console/src/theme/tokens.css', 'tools/site/site.css', 'tools/site/text.css'];
export const ICON = 'apps/console/src/shell/orrery.svg';

/**
 * The files that the site is made of, in the checkout.
 * @param {string} root the checkout
 * @returns {string[]}
 */
export function siteSources(root) {
  const inFolder = (folder, pattern) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`);
  const own = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'docs/contents.yaml',
    ...STYLES,
    ICON,
    'package-lock.json',
  ];
  return [
    ...own,
    ...inFolder('docs', /\.(md|png|svg)$/),
    ...inFolder('tools/site', /\.(mjs|js|css)$/),
    'tools/generate/documentation/contents.mjs',
  ].sort();
}
