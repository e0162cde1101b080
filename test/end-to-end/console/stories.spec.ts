import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { dropFile, inBrowser, openPage, seriousFindings, startBrowser } from './browser';
import { APPLY } from './deployment';

/** Maximum size of the first view as it is sent, in bytes. */
const MOST_BYTES = 600_000;

const pod = (name: string, cpu: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', labels: { app: name } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...spec },
});

inBrowser('stories of the console', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestGraphqlServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('opens with little to load, and lets no script in but its own', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    const { page, complaints } = await openPage(browser, 'about:blank');
    const weights: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().includes('/console')) weights.push(request.sizes().then((sizes) => sizes.responseBodySize));
    });
    const answer = await page.goto(`${server.url}/console/${cluster.name}`);
    await page.getByText('2 nodes', { exact: true }).waitFor();
    const sum = (await Promise.all(weights)).reduce((all, each) => all + each, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThan(MOST_BYTES);
    const policy = (await answer!.allHeaders())['content-security-policy']!;
    expect(policy).toMatch(/default-src 'none'.*script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('makes a cluster, forks it from the list and deletes both, with the commands that do the same', async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/console`);
    await page.getByRole('button', { name: 'New cluster' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('by-hand');
    await dialog.getByRole('spinbutton', { name: 'Nodes' }).fill('4');
    await dialog.getByText('orrery cluster create by-hand --nodes 4 --zones 3 --clock manual').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Its fields are those of the input, with the explanations and ranges that the input has.
    await dialog.getByRole('combobox', { name: 'Clock' }).selectOption('SCALED');
    await dialog.getByText('Cluster time runs faster or slower than real time.').waitFor();
    await dialog.getByText('orrery cluster create by-hand --nodes 4 --zones 3 --clock 60x').waitFor();
    await dialog.getByRole('combobox', { name: 'Clock' }).selectOption('MANUAL');
    await dialog.getByRole('combobox', { name: 'Bundle' }).selectOption('k8s-1.20');
    expect(await dialog.getByRole('spinbutton', { name: 'Nodes' }).getAttribute('max')).toBe('65000');
    await dialog
      .getByText('orrery cluster create by-hand --nodes 4 --zones 3 --clock manual --bundle k8s-1.20')
      .waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(`${server.url}/console/by-hand`);
    await page.getByText('4 nodes', { exact: true }).waitFor();
    expect(await server.as('', 'by-hand').query('{ schedulerConfig { bundle } clock { mode } }')).toEqual({
      schedulerConfig: { bundle: 'k8s-1.20' },
      clock: { mode: 'MANUAL' },
    });
    await page.getByRole('link', { name: 'Orrery' }).click();
    await page.getByRole('button', { name: 'Fork by-hand' }).click();
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.waitForURL(`${server.url}/console/by-hand-fork`);
    await page.getByText('4 nodes', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Orrery' }).click();
    for (const name of ['by-hand-fork', 'by-hand']) {
      await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
      await dialog.getByText(`orrery cluster delete ${name} --server ${server.url}`, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('steps from event to event, until a condition, and by itself', async () => {
    const cluster = await server.cluster({ nodes: 1 });
    await cluster.query(APPLY, { objects: [pod('late', '100m', { nodeName: 'node-1' })] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    const clock = page.getByRole('group', { name: 'Clock' });
    await clock.getByRole('button', { name: /^Next event/ }).click();
    await clock.getByText('mutation { advanceClock(input: { toNextEvent: true }) { errors { message } } }').waitFor();
    await clock.getByText(/events? passed$/).waitFor();
    await clock.getByRole('button', { name: 'Until…' }).click();
    const until = page.getByRole('form', { name: 'Advance until a condition' });
    await until.getByRole('textbox', { name: 'Name', exact: true }).fill('late');
    await until.getByRole('button', { name: 'Advance' }).click();
    await clock.getByText(/until: \[\{ kind: "Pod", apiVersion: "v1", name: "late"/).waitFor();
    await clock.getByRole('combobox', { name: /^Rate/ }).selectOption('60');
    await clock.getByRole('button', { name: 'Pause' }).waitFor();
    await clock.getByRole('combobox', { name: /^Rate/ }).selectOption('AUTO');
    await clock.getByText('mutation { setClockMode(input: { mode: AUTO }) { errors { message } } }').waitFor();
    await clock.getByRole('button', { name: 'Pause' }).click();
    await clock.locator('span', { hasText: /^manual$/ }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says who was preempted for a pod, why it stays where it is not, who evicted another, and why a node is lost', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, {
      objects: [
        { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 },
        pod('low-1', '3'),
        pod('low-2', '3'),
      ],
    });
    await cluster.query(APPLY, { objects: [pod('urgent', '3', { priorityClassName: 'high' }), pod('huge', '64')] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    const search = page.getByLabel('Search pods and nodes');
    const select = async (words: string): Promise<void> => {
      await search.fill(words);
      await page.getByText('1 pod found').waitFor();
      await search.press('Enter');
    };
    await select('app=urgent');
    await page.getByText(/^To make room on node-\d, it preempted default\/low-\d\.$/).waitFor();
    await select('app=huge');
    await page
      .getByText(/^0\/2 nodes are available: .*preemption: 0\/2/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const left = await cluster.query<{ pods: { nodes: { metadata: { name: string }; spec: { nodeName: string } }[] } }>(
      '{ pods(filter: { labelSelector: "app in (low-1, low-2)" }) { nodes { metadata { name } spec { nodeName } } } }',
    );
    const [{ metadata, spec }] = left.pods.nodes as [(typeof left.pods.nodes)[0]];
    await select(`app=${metadata.name}`);
    const panel = page.getByRole('complementary', { name: `pod ${metadata.name}` });
    await panel.getByRole('button', { name: 'Do', exact: true }).click();
    await panel.getByRole('button', { name: 'Evict', exact: true }).click();
    await cluster.query('mutation { advanceClock(input: { by: "1m" }) { errors { message } } }');
    await page.getByLabel('Changes with these words').fill(`delete Pod default/${metadata.name}`);
    await page.locator('[role=slider][aria-valuemax="1"]').waitFor();
    await page.getByRole('slider', { name: 'Timeline' }).press('Home');
    await page
      .locator('.timeline-words')
      .getByText(new RegExp(`began to delete Pod default/${metadata.name}`))
      .waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();

    await cluster.query(
      `mutation { injectFault(input: { kind: POWER_OFF, nodes: ["${spec.nodeName}"] }) { errors { message } } advanceClock(input: { by: "2m" }) { errors { message } } }`,
    );
    await search.fill('');
    const board = page.getByRole('application');
    await board.press('Escape');
    await board.press('Escape');
    await board.press('ArrowRight');
    if (spec.nodeName === 'node-2') await board.press('ArrowRight');
    const node = page.getByRole('complementary', { name: `node ${spec.nodeName}` });
    await node.getByRole('button', { name: 'Drain', exact: true }).click();
    await node.getByRole('button', { name: 'Uncordon', exact: true }).waitFor();
    await node.getByRole('button', { name: 'Why', exact: true }).click();
    await node.getByText(/^Its last heartbeat was \d+ s ago; after .* of silence it counts as lost\.$/).waitFor();
    await node.getByText('Ready Unknown', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('exports all kinds at once, and makes a cluster of the file by drop', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, { objects: [pod('one', '100m'), pod('two', '100m')] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/objects`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all kinds' }).click();
    const file = readFileSync((await (await download).path())!, 'utf8');
    await page.getByText(/^\d+ objects saved\.$/).waitFor();
    await page.getByRole('link', { name: 'Orrery' }).click();
    await page.getByText('Dumps of kubectl are imported.').waitFor();
    await dropFile(page, '.snapshots', { name: 'Their state.json', text: file });
    const dialog = page.getByRole('dialog');
    await dialog.getByText("orrery import 'Their state.json' --cluster their-state").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText(/^\d+ objects, as they were at /).waitFor();
    await dialog.getByRole('link', { name: 'Open their-state' }).click();
    await page.getByText('2 pods', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
