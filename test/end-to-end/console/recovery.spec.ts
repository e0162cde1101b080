import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrrery, type Orrery } from '@orrery/sdk';
import type { Browser } from 'playwright-core';
import { inBrowser, openPage, seriousFindings, startBrowser } from './browser';

/** Buttons that stay on while the server is lost: they change the page alone. */
const OF_THE_PAGE = [
  /^Theme: /,
  /^(Closer|Farther|Whole|Shorter time|Longer time|All)$/,
  /^Until…$/,
  /^Faults$/,
  /^(Scheduler|Descheduler)$/,
  /^Copy: /,
  /As command$/,
];
/** Pages of the console, each with words that it shows of the server. */
const PAGES = [
  ['default', /^\d nodes$/],
  ['default/metrics', /^From .* changes/],
  ['default/configuration', 'The server would accept it.'],
  ['default/compare', /added, .* removed/],
  ['default/scenarios', 'Run on a cluster of its own'],
  ['', 'default'],
  ['-/lessons', 'Taints and tolerations'],
  ['-/lessons/taints', 'Begin'],
] as const;

/** A bad line of a telephone, in bytes a second and ms. */
const SLOW = { offline: false, downloadThroughput: 60_000, uploadThroughput: 20_000, latency: 300 };

inBrowser('the console, when the server goes and the network is slow', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'orrery-console-'));
  let orrery: Orrery;
  let browser: Browser;
  beforeAll(async () => {
    // Where tests run as root, Postgres runs as another user.
    chmodSync(dataDir, 0o755);
    const options = { nodes: 2, clock: 'manual', dataDir, process: 'own' } as const;
    [orrery, browser] = await Promise.all([startOrrery(options), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await orrery.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows what the server says again as soon as it is back', async () => {
    const { page } = await openPage(browser, `${orrery.address.url}/console/default`);
    await page.getByText('2 nodes', { exact: true }).waitFor();
    const port = Number(new URL(orrery.address.url).port);
    await orrery.stop();
    orrery = await startOrrery({ nodes: 2, clock: 'manual', dataDir, process: 'own', port });
    // Only a page that follows the new server sees it.
    const answer = await fetch(`${orrery.address.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'mutation { addNodes(input: { name: "later" }) { errors { message } } }' }),
    });
    expect(await answer.json()).toEqual({ data: { addNodes: { errors: [] } } });
    await page.getByText('3 nodes', { exact: true }).waitFor();
    await page.context().close();
  });

  it('says on every page that the server is lost, turns off what needs it, and comes back', async () => {
    const opened = [];
    for (const [path, words] of PAGES) {
      const { page } = await openPage(browser, `${orrery.address.url}/console/${path}`);
      await page
        .getByText(words, typeof words === 'string' ? { exact: true } : {})
        .first()
        .waitFor();
      opened.push({ path, page });
    }
    const port = Number(new URL(orrery.address.url).port);
    await orrery.stop();
    const bar = /^The server cannot be reached\. Trying again…$/;
    const on: string[] = [];
    for (const { path, page } of opened) {
      await page.getByRole('alert').getByText(bar).waitFor();
      const names = await page
        // The lines of the timeline have the changes that are known.
        .locator('button:enabled:not(.timeline-lanes button)')
        .evaluateAll((buttons) => buttons.map((each) => each.ariaLabel ?? each.textContent ?? ''));
      on.push(...names.filter((name) => !OF_THE_PAGE.some((own) => own.test(name))).map((name) => `${path}: ${name}`));
      expect(await seriousFindings(page)).toEqual([]);
    }
    expect(on).toEqual([]);
    const [{ page: board }] = opened as [(typeof opened)[number]];
    await board.getByText('when the server was lost').waitFor();
    expect(await board.getByRole('combobox', { name: 'Rate' }).isDisabled()).toBe(true);
    orrery = await startOrrery({ nodes: 2, clock: 'manual', dataDir, process: 'own', port });
    for (const { page } of opened) await page.getByText(bar).waitFor({ state: 'detached' });
    await board.getByRole('button', { name: 'Until idle' }).click();
    await board.getByText(/\d+ events? passed/).waitFor();
    for (const { page } of opened) await page.context().close();
  });

  it('comes up over a slow network', async () => {
    const { page, complaints } = await openPage(browser, 'about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(`${orrery.address.url}/console/default`);
    await page.getByText('3 nodes', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
