import type { Browser, Page } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { holdRequest, inBrowser, openPage, seriousFindings, startBrowser } from './browser';
import { APPLY, deployment } from './deployment';

/** Keeps the texts that are written on canvases in `window.texts`. */
const KEEP_TEXTS = `(() => {
  window.texts = new Set();
  const { prototype } = CanvasRenderingContext2D;
  const { fillText } = prototype;
  prototype.fillText = function (text, ...place) {
    window.texts.add(text);
    return fillText.call(this, text, ...place);
  };
})()`;

/** Returns what lies outside of the screen, except in what is scrolled sideways and what only readers of screens have. */
const BESIDE_SCREEN = `(() => {
  const isScrolled = (element) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      const { overflowX } = getComputedStyle(each);
      const isPage = each.classList.contains('page') || each.clientWidth >= innerWidth - 1 && overflowX !== 'auto';
      if (overflowX !== 'visible' && !isPage) return true;
      if (each.classList.contains('visually-hidden')) return true;
    }
    return false;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getClientRects().length > 0 && !element.classList.contains('visually-hidden'))
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(element))
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

inBrowser('the console at its edges', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestGraphqlServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(['', '/metrics', '/objects', '/configuration', '/compare', '/scenarios'])(
    'says that there is no such cluster at /nosuch%s, and asks no more',
    async (path) => {
      const { page } = await openPage(browser, 'about:blank');
      await page.clock.install();
      await page.goto(`${server.url}/console/nosuch${path}`);
      await page.getByRole('heading', { name: 'There is no cluster named nosuch' }).waitFor();
      const asked: string[] = [];
      // Files of the page, which come late, are nothing that is asked of the cluster.
      page.on('request', (request) => !request.url().includes('/assets/') && asked.push(request.url()));
      page.on('websocket', (socket) => asked.push(socket.url()));
      await page.clock.fastForward('05:00');
      expect(asked).toEqual([]);
      expect(await page.getByRole('navigation', { name: 'Views of the cluster' }).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'All clusters' }).click();
      await page.getByRole('heading', { name: 'Clusters' }).waitFor();
      await page.context().close();
    },
  );

  it('says that a cluster is gone whose page is open', async () => {
    const cluster = await server.cluster();
    const { page } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.locator('span', { hasText: /^manual$/ }).waitFor();
    await server.client.query(
      'mutation($name: String!) { deleteCluster(input: { name: $name }) { errors { message } } }',
      {
        name: cluster.name,
      },
    );
    await page.getByRole('heading', { name: `There is no cluster named ${cluster.name}` }).waitFor();
    await page.context().close();
  });

  it('offers what to do next with an empty cluster: nodes, the samples, pods, a lesson', async () => {
    const cluster = await server.cluster();
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    const offer = page.getByRole('region', { name: 'This cluster has no nodes yet' });
    await offer.getByRole('link', { name: 'Take a lesson' }).waitFor();
    await offer.getByRole('button', { name: 'Add nodes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Zones' }).fill('zone-1,zone-2');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('3 nodes', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'This cluster has no pods yet' })
      .getByRole('button', { name: 'Create an application' })
      .click();
    const samples = await dialog.getByRole('radio').count();
    expect(samples).toBe(5);
    for (let index = 0; index < samples; index++) {
      await dialog.getByRole('radio').nth(index).check();
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Create…' }).click();
    }
    await dialog.getByRole('button', { name: 'Pods' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('single');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    // All that fits was placed and runs: the paused clock was advanced with each.
    for (const words of ['web 6', 'shop 6', 'database 3', 'batch 4', 'agent 3', 'single 1'])
      await page.getByRole('listitem').filter({ hasText: words }).waitFor();
    const { pods } = await cluster.query<{ pods: { totalCount: number } }>(
      '{ pods(filter: { phases: [Running] }) { totalCount } }',
    );
    expect(pods.totalCount).toBe(23);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('goes to a waiting pod whose name and Enter were typed before it was read, and leaves it with the search', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.query(APPLY, { objects: [deployment('web', 1, '250m'), deployment('giant', 2, '64')] });
    const { page } = await openPage(browser, 'about:blank');
    await page.addInitScript(KEEP_TEXTS);
    const { asked, release } = await holdRequest(page, /query boardPods/);
    await page.goto(`${server.url}/console/${cluster.name}`);
    await asked;
    await page.keyboard.press('/');
    await page.keyboard.type('giant');
    await page.keyboard.press('Enter');
    release();
    const panel = page.getByRole('complementary', { name: /^pod giant-/ });
    await panel.waitFor();
    // The names of those that wait are on the board, not shortened, and their reason beside them: near, and no nearer.
    await page.waitForFunction(
      "window.texts.has('2 · Insufficient cpu') && [...window.texts].filter((text) => /^giant-[a-z0-9]+-[a-z0-9]{5}$/.test(text)).length === 2",
    );
    await page.evaluate('window.texts.clear()');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.waitForFunction("window.texts.has('zone-1')");
    await page.context().close();
  });

  it('shows commands beside actions where one wants them, in dialogs too, and keeps the choice', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    const url = `${server.url}/console/${cluster.name}`;
    const { page } = await openPage(browser, url, 'light', { commands: 'as chosen' });
    await page.getByRole('button', { name: 'Fork…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await page.getByRole('button', { name: /^Copy: / }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'As command', pressed: false }).click();
    const command = `orrery fork ${cluster.name} --name ${cluster.name}-fork --server ${server.url}`;
    await dialog.getByText(command, { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'As command', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Fork…' }).click();
    await dialog.getByText(command, { exact: true }).waitFor();
    await page.context().close();
  });

  it.each([
    ['', '2 nodes'],
    ['/metrics', /^From .* changes/],
    ['/configuration', 'The server would accept it.'],
    ['/compare', /added, .* removed/],
    ['/scenarios', 'Run on a cluster of its own'],
    ['/../', 'New cluster'],
    ['/../-/lessons', 'Taints and tolerations'],
    ['/../-/lessons/taints', 'Begin'],
  ])('fits a phone at %s: nothing lies beside the screen that is not scrolled to', async (path, words) => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, { objects: [deployment('web', 3, '250m')] });
    const url = new URL(`/console/${cluster.name}${path}`, server.url).href;
    const { page } = await openPage(browser, url, 'light', { width: 390, height: 844, commands: 'as chosen' });
    await page
      .getByText(words, typeof words === 'string' ? { exact: true } : {})
      .first()
      .waitFor();
    expect(await page.evaluate(BESIDE_SCREEN)).toEqual([]);
    const board = page.getByRole('application').first();
    // The board has a third of the screen at least.
    if (path === '') expect((await board.boundingBox())!.height).toBeGreaterThan(844 / 3);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('shows the values of a chart at the pointer, and marks errors of YAML within the policy of the page', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, { objects: [deployment('web', 3, '250m')] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/metrics`);
    const chart = page.getByRole('figure').filter({ hasText: 'Pods' });
    await chart.locator('.u-over').hover();
    await chart.getByText(/^running: \d+$/).waitFor();
    await page.goto(`${server.url}/console/${cluster.name}/scenarios`);
    await page.getByRole('textbox', { name: 'Scenario in YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('a: b: c');
    await page.locator('.cm-lint-marker').first().hover();
    await page.locator('.cm-tooltip .cm-diagnostic').first().waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is used by keys alone: a cluster, an application, a fault, the past, with a visible focus all the way', async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/console`, 'light', { commands: 'as chosen' });
    const to = (name: string): Promise<void> => tabTo(page, name);
    await page.getByRole('button', { name: 'New cluster' }).waitFor();
    await to('New cluster');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('by-keys');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create an application' }).waitFor();
    await to('Create an application');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().waitFor();
    await to('Web server a Deployment of 6 pods behind a Service');
    await page.keyboard.press('ArrowDown');
    await to('Create');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'shop 6' }).waitFor();

    await to('Board of the cluster');
    await page.keyboard.press('ArrowRight');
    const panel = page.getByRole('complementary', { name: 'node node-1' });
    await panel.waitFor();
    await to('Faults');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Power off' }).waitFor();
    await to('Power off');
    await page.keyboard.press('Enter');
    await panel.getByText('fault POWER_OFF', { exact: true }).waitFor();
    await to('Until idle');
    await page.keyboard.press('Enter');
    await page.getByText(/events? passed$/).waitFor();

    await to('Timeline');
    await page.keyboard.press('Home');
    await page.getByText(/the past · revision/).waitFor();
    await to('Back to now');
    await page.keyboard.press('Enter');
    await page.getByText(/the past · revision/).waitFor({ state: 'detached' });
    await to('Close');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'detached' });
    await to('Metrics');
    await page.keyboard.press('Enter');
    await page.getByRole('figure').first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('takes a dragged fault for what is under the pointer: a node, the node of a pod, a zone, and nothing else', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.query(APPLY, { objects: [deployment('web', 1, '4')] });
    await cluster.query('mutation { addNodes(input: { name: "far", zones: ["zone-2"] }) { errors { message } } }');
    const injected = async (): Promise<readonly string[]> => {
      const { faults } = await cluster.query<{ faults: { nodeName: string }[] }>('{ faults { nodeName } }');
      return faults.map(({ nodeName }) => nodeName);
    };
    const { page } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.getByText('2 nodes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Faults', exact: true }).click();
    const board = page.getByRole('application');
    const fault = page.getByRole('button', { name: 'Power off' });
    await fault.waitFor();
    const box = (await board.boundingBox())!;
    /** Returns the first line of the tip for a point of the board. */
    const named = async ({ x, y }: { x: number; y: number }): Promise<string> => {
      await page.mouse.move(box.x + x, box.y + y);
      // Two frames: the tip is drawn with the next one.
      return page.evaluate<string>(
        `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
          resolve(document.querySelector('.board-tip > :first-child')?.textContent ?? ''))))`,
      );
    };
    /** Finds a point of the board whose tip begins with these words: from the right, where zones and nodes are. */
    const pointOf = async (words: RegExp): Promise<{ x: number; y: number }> => {
      for (let x = box.width - 20; x > 0; x -= 45) {
        for (let y = box.height * 0.3; y < box.height; y += 18) if (words.test(await named({ x, y }))) return { x, y };
      }
      throw new Error(`nothing on the board is called ${words.source}`);
    };
    const cleared = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Clear all faults' }).click();
      await page.getByRole('button', { name: 'Clear all faults' }).waitFor({ state: 'detached' });
      expect(await injected()).toEqual([]);
    };
    for (const [words, node] of [
      [/^node far$/, 'far'],
      [/^zone zone-2$/, 'far'],
      [/^pod default\/web-/, 'node-1'],
    ] as const) {
      await fault.dragTo(board, { targetPosition: await pointOf(words) });
      await page.getByRole('button', { name: 'Clear all faults' }).waitFor();
      expect(await injected()).toEqual([node]);
      await cleared();
    }
    await fault.dragTo(board, { targetPosition: { x: 3, y: 3 } });
    await fault.dragTo(board, { targetPosition: await pointOf(/^node far$/) });
    await page.getByRole('button', { name: 'Clear all faults' }).waitFor();
    // The drop beside every zone injected nothing.
    expect(await injected()).toEqual(['far']);
    await page.context().close();
  });
});

/** Most elements that are passed on the way to one. */
const MOST_TABS = 150;

/** Goes to a control by Tab alone, as one does without a pointer; each stop on the way has a visible focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < MOST_TABS; step++) {
    await page.keyboard.press('Tab');
    const { called, isSeen } = await page.evaluate<{ called: string; isSeen: boolean }>(FOCUSED);
    expect([called, isSeen]).toEqual([called, true]);
    if (called === name || called.startsWith(`${name}.`)) return;
  }
  throw new Error(`${MOST_TABS} times Tab did not lead to ${name}`);
}

/** Returns the name of the control that has the focus, and whether it shows it. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const copy = (element.labels?.[0] ?? element).cloneNode(true);
  copy.querySelectorAll('[aria-hidden]').forEach((each) => each.remove());
  const called = element.ariaLabel ?? copy.textContent ?? '';
  const isSeen = element === document.body || element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none';
  return { called: element === document.body ? '' : called.trim(), isSeen };
})()`;
