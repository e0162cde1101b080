import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import type { Browser, Page, Route } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { inBrowser, openPage, seriousFindings, startBrowser } from './browser';
import { APPLY, deployment } from './deployment';

/** Most rows that a table may have in the page, whatever their number. */
const MOST_ROWS = 80;
const PHONE = { width: 390, height: 844 };

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Phase', type: 'string', jsonPath: '.phase' },
        ],
      },
    ],
  },
};
const widget = (name: string, size: number, phase: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default', labels: { size: size > 5 ? 'large' : 'small' } },
  spec: { size },
  phase,
});

inBrowser('the table of objects', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestGraphqlServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const heads = async (page: Page) =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0]);
  const rows = (page: Page) => page.getByRole('grid').locator('[data-index]');
  const active = (page: Page) => page.locator('.object-row.is-active');

  it('shows the columns of the server, follows changes, filters, sorts, and opens by keys', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    const objects = [deployment('web', 2, '250m'), deployment('giant', 1, '500')];
    await cluster.query(APPLY, { objects });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/objects`);
    await page.getByText('3 objects · live').waitFor();
    expect(await heads(page)).toEqual(['', 'Namespace', 'Name', 'Ready', 'Status', 'Restarts', 'Age']);
    await page.getByRole('row', { name: /default giant-\S+ 0\/1 Pending 0 10s/ }).waitFor();
    expect(await page.locator('.state.warn').allInnerTexts()).toEqual(['0/1', 'Pending']);
    expect(await seriousFindings(page)).toEqual([]);

    // Changes are seen, and ages grow with the time of the cluster.
    await cluster.query(
      'mutation { scale(input: { kind: "Deployment", name: "web", replicas: 4 }) { errors { message } } advanceClock(input: { by: "1m" }) { errors { message } } }',
    );
    await page.getByText('5 objects · live').waitFor();
    await page.getByRole('row', { name: /default giant-\S+ 0\/1 Pending 0 70s/ }).waitFor();
    expect(await page.getByRole('row', { name: /default web-\S+ 1\/1 Running 0 (60s|70s)/ }).count()).toBe(4);
    await page.getByLabel('All columns').check();
    await page.getByRole('columnheader', { name: 'Nominated Node' }).waitFor();
    await page.getByLabel('All columns').uncheck();

    // Arrows, and the keys of k9s.
    await page.keyboard.press('/');
    await page.keyboard.type('running web');
    await page.getByText('4 of 5 objects · live').waitFor();
    await page.keyboard.press('Enter');
    const first = await active(page).getAttribute('id');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    expect(await active(page).getAttribute('id')).toBe(first);
    await page.keyboard.press('End');
    const last = await active(page).getAttribute('id');
    expect(await active(page).getAttribute('data-index')).toBe('3');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Pod web-/ }).waitFor();
    await page.keyboard.press('Escape');
    // The table is as one left it.
    await page.getByText('4 of 5 objects · live').waitFor();
    expect(await active(page).getAttribute('id')).toBe(last);
    await page.keyboard.press('Escape');
    await page.getByText('5 objects · live', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Ready' }).click();
    await page
      .getByRole('columnheader', { name: 'Ready', exact: false })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    expect(await rows(page).first().innerText()).toContain('giant');
    await page.getByRole('button', { name: 'Ready' }).click();
    await page.locator('[aria-sort=descending]').waitFor();
    expect(await rows(page).last().innerText()).toContain('giant');

    await page.getByLabel('Label selector').fill('app=giant');
    await page.keyboard.press('Enter');
    await page.getByText('1 object · live').waitFor();
    expect(new URL(page.url()).searchParams.get('labels')).toBe('app=giant');
    await page.getByLabel('Label selector').fill('app in');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Label selector').fill('');
    await page.keyboard.press('Enter');
    await page.getByLabel('Namespace', { exact: true }).selectOption('kube-system');
    await page.getByText('There is no Pod in the namespace kube-system.').waitFor();
    // The browser itself says that the server refused the selector.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it('shows custom kinds with their own columns, and scales, labels and deletes several with one confirmation', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.query(APPLY, { objects: [definition] });
    await cluster.query(APPLY, {
      objects: [widget('a', 10, 'Running'), widget('b', 9, 'Failed'), widget('c', 1, 'Pending')],
    });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/objects`);
    await page.getByRole('button', { name: 'Widget', exact: true }).waitFor();
    await page.getByLabel('Search kinds').fill('widg');
    await page.keyboard.press('Enter');
    await page.getByText('3 objects · live').waitFor();
    expect(await heads(page)).toEqual(['', 'Namespace', 'Name', 'Size', 'Phase']);
    expect(await page.locator('.state.bad').allInnerTexts()).toEqual(['Failed']);
    await page.getByRole('button', { name: 'Size' }).click();
    expect(await page.locator('[data-head=Size]').allInnerTexts()).toEqual(['1', '9', '10']);

    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Scale…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: 'Replicas' }).fill('7');
    await dialog.getByText(/^kubectl .*scale widgets\.example\.com c b a --namespace default --replicas 7$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Scale', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-head=Size]', { hasText: '7' }).nth(2).waitFor();

    await page.getByRole('button', { name: 'Label…' }).click();
    await dialog.getByRole('textbox', { name: 'Labels' }).fill('tier=front size-');
    await dialog.getByRole('button', { name: 'Label', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Label selector').fill('tier=front,!size');
    await page.keyboard.press('Enter');
    await page.getByText('3 objects · live').waitFor();

    // One of the objects goes before the confirmation: the others are deleted, and that one is said.
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('heading', { name: 'Delete 3 Widget objects?' }).waitFor();
    expect(await dialog.getByRole('list', { name: 'Objects' }).getByRole('listitem').allInnerTexts()).toEqual([
      'default/a',
      'default/b',
      'default/c',
    ]);
    await cluster.query(
      'mutation { deleteObject(input: { apiVersion: "example.com/v1", kind: "Widget", name: "b" }) { errors { message } } }',
    );
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('2 of 3 done, 1 refused.').waitFor();
    await dialog.getByRole('listitem').first().getByText('widgets.example.com "b" not found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No Widget matches the filters.').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('reads a table again when its changes are no longer kept, and after a lost connection', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    const { page } = await openPage(browser, 'about:blank');
    const expired = { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: 'too old' };
    const answers = [
      (route: Route) => route.fulfill({ body: `${JSON.stringify({ type: 'ERROR', object: expired })}\n` }),
      (route: Route) => route.abort(),
    ];
    const lists: string[] = [];
    await page.route(/\/api\/v1\/nodes\?/, (route) => {
      const url = route.request().url();
      if (!url.includes('watch=')) lists.push(url);
      const answer = url.includes('watch=') ? answers.shift() : undefined;
      return answer === undefined ? route.continue() : answer(route);
    });
    await page.goto(`${server.url}/console/${cluster.name}/objects?apiVersion=v1&kind=Node`);
    await page.getByText('1 object · connection lost, trying again').waitFor();
    await page.getByText('1 object · live').waitFor();
    // The lost watch continued where it was; the other one did not.
    expect(lists).toHaveLength(2);
    await cluster.query('mutation { addNodes(input: { name: "late", count: 1 }) { errors { message } } }');
    await page.getByText('2 objects · live').waitFor();
    await page.context().close();
  });

  it('holds thousands of pods with few of them in the page, and fits a phone', async () => {
    const cluster = await server.cluster({ nodes: 60 });
    await cluster.query(
      'mutation { a: addPods(input: { name: "load", count: 1000 }) { errors { message } } b: addPods(input: { name: "batch", count: 1000 }) { errors { message } } c: addPods(input: { name: "more", count: 1000 }) { errors { message } } }',
    );
    const address = `${server.url}/console/${cluster.name}/objects`;
    const { page, complaints } = await openPage(browser, address, 'dark');
    await page.getByText('3,000 objects · live').waitFor();
    await page.getByRole('row', { name: /default batch-1 / }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('row', { name: /default more-1000 / }).waitFor();
    await page.keyboard.press('PageUp');
    expect(await rows(page).count()).toBeLessThan(MOST_ROWS);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('3001');
    expect(await seriousFindings(page)).toEqual([]);

    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Kinds' }).click();
    await page.getByRole('button', { name: 'Node', exact: true }).click();
    await page.getByText('60 objects · live').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('-Name');
    await page.getByRole('row', { name: /node-60/ }).waitFor();
    const width = await page.evaluate<number>('document.querySelector(".objects-main").scrollWidth');
    expect(width).toBeLessThanOrEqual(PHONE.width);
    expect(await page.evaluate<number>('document.querySelector(".object-grid").scrollWidth')).toBeLessThanOrEqual(
      width,
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('row', { name: /node-60/ }).click();
    await page.getByRole('region', { name: 'Node node-60' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

inBrowser('the page of an object', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    const { users } = parseStaticTokens('root-token,root,1,"system:masters"');
    const access = { mode: AuthorizationMode.Rbac, users: users! };
    [server, browser] = await Promise.all([startTestGraphqlServer({ access, token: 'root-token' }), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('describes an object with links, shows logs and story, and runs a terminal that ends with the page', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    const env = [{ name: 'COLOUR', value: '\u001b[38;2;1;200;3mgreen\u001b[0m' }];
    await cluster.query(APPLY, { objects: [deployment('web', 1, '250m', { env })] });
    const address = `${server.url}/console/${cluster.name}/objects?apiVersion=apps/v1&kind=Deployment&namespace=default&name=web`;
    const { page, complaints } = await openPage(browser, 'about:blank');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(address);
    await page.getByLabel('Token').fill('root-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const part = (name: string) => page.getByRole('button', { name, exact: true });

    // From a workload to its pod, and to the node of that, and back.
    await page.getByText('Available True').waitFor();
    await page.getByText('ScalingReplicaSet', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^web-/ }).click();
    await page.getByRole('region', { name: /^ReplicaSet web-/ }).waitFor();
    await page.getByRole('link', { name: /^web-\S+-\S+$/ }).click();
    const pod = page.getByRole('region', { name: /^Pod web-/ });
    await pod.getByText('Ready True', { exact: true }).waitFor();
    await pod.getByText(/· ready · restarts: 0/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await pod.getByRole('link', { name: 'Node node-1' }).click();
    await page.getByText('MemoryPressure False').waitFor();
    await page.getByRole('link', { name: 'Pods on this node' }).click();
    await page.getByText('1 object · live').waitFor();
    await page.getByRole('button', { name: 'spec.nodeName=node-1 ✕' }).waitFor();
    await page.goBack();
    await page.getByText('MemoryPressure False').waitFor();
    await page.keyboard.press('Escape');
    await pod.getByText('Ready True', { exact: true }).waitFor();

    await part('Logs').click();
    const log = page.getByRole('log', { name: 'Log of c' });
    await log.getByText('container c started').waitFor();
    await page.getByText('Followed.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Previous run').check();
    await page.getByText(/previous terminated container "c" in pod .* not found/).waitFor();

    await part('Story').click();
    await page.getByText(/^scheduler placed Pod default\/web-\S+ on node-1/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    // The code of the terminal is loaded when one is opened; a page authenticates a WebSocket by its protocol.
    expect(loaded.filter((url) => url.includes('terminal-screen'))).toEqual([]);
    await part('Terminal').click();
    await page.locator('.xterm-rows').getByText('/ #').waitFor();
    const sockets: { readonly isClosed: () => boolean }[] = [];
    page.on('websocket', (socket) => sockets.push(socket));
    const second = page.waitForEvent('websocket');
    await page.getByRole('button', { name: 'Start again' }).click();
    await second;
    await page.locator('.xterm-rows').getByText('/ #').waitFor();
    await page.getByRole('textbox', { name: 'Terminal input' }).focus();
    await page.keyboard.type('echo 4""2; echo $COLOUR');
    await page.keyboard.press('Enter');
    await page.locator('.xterm-rows').getByText('42', { exact: true }).waitFor();
    // Colours of the command itself are there, in spite of the policy of the page.
    const green = page.locator('.xterm-rows span', { hasText: /^green$/ });
    await green.waitFor();
    const colour = 'getComputedStyle(document.querySelector(".xterm-rows span[style*=color]")).color';
    expect(await page.evaluate<string>(colour)).toBe('rgb(1, 200, 3)');
    expect(loaded.filter((url) => url.includes('terminal-screen'))).not.toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(sockets.map((socket) => socket.isClosed())).toEqual([false]);
    await page.keyboard.press('Control+Shift+X');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: /^ReplicaSet web-/ }).waitFor();
    expect(sockets.map((socket) => socket.isClosed())).toEqual([true]);
    // The browser itself says that no one was signed in at first, and that there is no earlier run.
    expect(complaints.filter((text) => !/status of 40[013]/.test(text))).toEqual([]);
    await page.context().close();
  });
});
