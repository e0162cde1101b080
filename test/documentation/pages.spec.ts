import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientBinary } from '@orrery/test-services';
import { readPage } from './page';
import { Reader } from './reader';

const ROOT = join(__dirname, '../..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)];
const kubectl = clientBinary('kubectl');
const onKubectl = kubectl === undefined ? test.skip : test.concurrent;

/**
 * `npm run test:docs`: everything that README and guides show is done, in its order, on servers that they start. Pages
 * wait most of their time: two are read at once (`maxConcurrency`).
 */
onKubectl.each(PAGES)('what %s shows is what happens', async (page) => {
  const steps = readPage(page, readFileSync(join(ROOT, page), 'utf8'));
  const reader = await Reader.open(kubectl!);
  try {
    for (const step of steps) await reader.follow(step);
  } finally {
    await reader.close();
  }
});
