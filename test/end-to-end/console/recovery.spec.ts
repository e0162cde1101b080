import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrrery, type Orrery } from '@orrery/sdk';
import type { Browser } from 'playwright-core';
import { inBrowser, openPage, startBrowser } from './browser';

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
