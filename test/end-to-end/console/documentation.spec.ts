import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { inBrowser, openPage, seriousFindings, startBrowser } from './browser';

const DOCS = join(__dirname, '../../../docs');
const PAGES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
/** Of the checkout's own folder: introduction, contributing, changes, security. */
const PAGES_OF_ROOT = 4;
const PHONE = { width: 390, height: 844 };

let server: TestGraphqlServer;
beforeAll(async () => void (server = await startTestGraphqlServer()));
afterAll(() => server.close());

interface Visited {
  readonly isPage: boolean;
  readonly status: number;
  readonly ids: ReadonlySet<string>;
  /** Addresses that it links to, each with its own. */
  readonly links: readonly (readonly [from: string, to: string])[];
}

async function visit(address: string): Promise<Visited> {
  const response = await fetch(`${server.url}${address}`);
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const html = isPage ? await response.text() : '';
  await response.body?.cancel().catch(() => undefined);
  const attributes = html.matchAll(/\s(?:href|src|srcset|data-search)="([^"]+)"/g);
  const targets = [...attributes].map(([, link]) => new URL(link!, response.url));
  return {
    isPage,
    status: response.status,
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)),
    links: targets
      .filter(({ origin }) => origin === server.url)
      .map(({ pathname, hash }) => [address, pathname + decodeURIComponent(hash)]),
  };
}

/** Visits everything that can be reached from the index. */
async function visitAll(): Promise<ReadonlyMap<string, Visited>> {
  const visited = new Map<string, Visited>();
  const waiting = ['/docs/'];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (visited.has(address)) continue;
    const found = await visit(address);
    visited.set(address, found);
    if (address.startsWith('/docs/')) waiting.push(...found.links.map(([, to]) => to.split('#')[0]!));
  }
  return visited;
}

describe('the documentation at /docs', () => {
  it('has every page, and each link in it leads to a page, a heading or a file that is there', async () => {
    const visited = await visitAll();
    const links = [...visited].flatMap(([address, { links }]) => (address.startsWith('/docs/') ? links : []));
    const broken = links.filter(([, to]) => {
      const [path, id] = to.split('#');
      const { status, ids, isPage } = visited.get(path!)!;
      return status !== 200 || (id !== undefined && isPage && !ids.has(id));
    });
    expect([...new Set(broken.map((each) => each.join(' → ')))]).toEqual([]);
    const pages = [...visited].filter(([address, { isPage }]) => isPage && address.startsWith('/docs/'));
    expect(pages).toHaveLength(PAGES.length + PAGES_OF_ROOT);
    expect(links.length).toBeGreaterThan(PAGES.length * PAGES.length);
  });
});

inBrowser('the documentation, in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await startBrowser()));
  afterAll(() => browser.close());

  it.each([
    ['descheduler', '/docs/guides/descheduler'],
    ['install jest vitest', '/docs/guides/testing'],
    ['stopHeartbeats', '/docs/guides/simulating-failures'],
    ['scenrio junit', '/docs/guides/scenarios'],
    ['KubeSchedulerConfiguration profiles', '/docs/guides/configuring-the-scheduler'],
    ['exit codes', '/docs/reference/errors'],
  ])('finds a page for the words %s', async (words, address) => {
    const { page, complaints } = await openPage(browser, `${server.url}/docs/guides/clock`);
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.getByRole('option').first().waitFor();
    const found = await page.getByRole('option').evaluateAll((links) => links.map(String));
    expect(found.slice(0, 3).map((link) => new URL(link).pathname)).toContain(address);
    await page.keyboard.press('Enter');
    await page.waitForURL(found[0]!);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says that nothing was found, and what is at an address without a page', async () => {
    const { page } = await openPage(browser, `${server.url}/docs/guides/no/such/page`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('combobox').fill('xyzzyx');
    await page.getByText('No page has “xyzzyx”.').waitFor();
    await page.getByRole('link', { name: 'Orrery' }).click();
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('can be read by all in %s colours, and on a phone', async (colours) => {
    const { page, complaints } = await openPage(browser, `${server.url}/docs/guides/scenarios`, colours);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    for (const address of [
      '',
      'guides/console',
      'guides/descheduler',
      'reference/settings',
      'conformance',
      'changes',
    ]) {
      await page.goto(`${server.url}/docs/${address}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect([address, width]).toEqual([address, PHONE.width]);
    }
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Start', { exact: true }).click();
    await page.getByRole('link', { name: 'The clock' }).click();
    await page.getByRole('heading', { name: 'The clock' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
