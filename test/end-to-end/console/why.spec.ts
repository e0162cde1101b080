import type { Browser, Page } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { CHROMIUM, openPage, seriousFindings, startBrowser } from './browser';
import { deployment } from './deployment';

const inBrowser = CHROMIUM === undefined ? describe.skip : describe;
const APPLY =
  'mutation($objects: [JSON!]) { applyObject(input: { objects: $objects }) { errors { message } } advanceClock(input: { by: "10s" }) { errors { message } } }';

const pod = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', labels: { app: name } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '3' } } }], ...spec },
});
const priority = (name: string, value: number) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
});

inBrowser('the console asks why', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestGraphqlServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('a pod was preempted here and not elsewhere, who ended one that is gone, and what was known then', async () => {
    const cluster = await server.cluster({ nodes: 3 });
    await cluster.query(APPLY, {
      objects: [
        priority('high', 1000),
        priority('middle', 10),
        pod('low-1', { nodeName: 'node-1' }),
        pod('low-2', { nodeName: 'node-2', priorityClassName: 'middle' }),
      ],
    });
    await cluster.query('mutation { cordonNode(input: { name: "node-3" }) { errors { message } } }');
    await cluster.query(APPLY, { objects: [pod('urgent', { priorityClassName: 'high' })] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await select(page, 'app=urgent');
    const urgent = page.getByRole('complementary', { name: 'pod urgent' });
    await urgent.getByText('To make room on node-1, it preempted default/low-1.').waitFor();
    await urgent
      .getByText(
        'Not on node-2, where it would have preempted 1 pod: node-1 is preferred: its most important victim has a lower priority.',
      )
      .waitFor();
    await urgent.getByRole('button', { name: 'Attempt 1 node by node' }).click();
    const nodes = urgent.getByRole('region', { name: 'Preemption, node by node' });
    await nodes.getByRole('row', { name: /^node-1 chosen preempts default\/low-1$/ }).waitFor();
    await nodes.getByRole('row', { name: /^node-2 candidate preempts default\/low-2; node-1 is preferred/ }).waitFor();
    await nodes.getByRole('row', { name: /^node-3 does not help / }).waitFor();
    // A scheduling cycle stops at the first of them.
    const cordoned = urgent.getByRole('row', { name: /^node-3 ✕ NodeUnschedulable: .* also TaintToleration: / });
    await cordoned.last().waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'writes' }).click();
    const writes = page.getByRole('region', { name: 'Writes', exact: true });
    await page.getByLabel('Changes with these words').fill('delete Pod default/low-1');
    await writes.getByText('1 write', { exact: true }).waitFor();
    await writes.getByRole('region', { name: 'List of writes' }).press('ArrowDown');
    const write = writes.getByRole('region', { name: 'The write' });
    await write.getByText('metadata.deletionTimestamp', { exact: true }).waitFor();
    await write.getByRole('button', { name: 'Select the pod' }).click();
    const low = page.getByRole('complementary', { name: 'pod low-1' });
    await low.getByText('terminating', { exact: true }).waitFor();
    await low.getByText('scheduler began to delete Pod default/low-1 (preempted by pod default/urgent)').waitFor();
    await low
      .getByText(/^Scheduled then, as if it had no node, it would find none: 0\/3 nodes are available/)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Back to now' }).click();
    await low.getByText('This pod is gone.').waitFor();
    await low.getByText(/^kubelet removed Pod default\/low-1/).waitFor();
    await low.getByRole('button', { name: 'See it as it was' }).click();
    await low.getByText('ready', { exact: true }).waitFor();
    await page.getByText(/^the past · revision/).waitFor();

    // Of a node as well: it has nothing to do in the past, and its cordon from when on.
    await board(page).press('Escape');
    const node = page.getByRole('complementary', { name: 'node node-1' });
    await node.getByText(/^Its last heartbeat was \d+ s before; /).waitFor();
    expect(await node.getByRole('button', { name: 'Do', exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('the descheduler evicted a pod, and left another', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, { objects: [deployment('web', 1, '250m'), pod('alone', { nodeName: 'node-1' })] });
    await cluster.query('mutation { advanceClock(input: { by: "2m" }) { errors { message } } }');
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await select(page, 'app=web');
    const web = page.getByRole('complementary', { name: /^pod web-/ });
    await web.waitFor();
    const name = (await web.getAttribute('aria-label'))!;
    const yaml = `apiVersion: descheduler/v1alpha2
kind: DeschedulerPolicy
profiles:
  - name: lives
    pluginConfig: [{ name: PodLifeTime, args: { maxPodLifeTimeSeconds: 60 } }]
    plugins: { deschedule: { enabled: [PodLifeTime] } }`;
    await cluster.query(
      'mutation($yaml: YAML!) { runDescheduler(input: { yaml: $yaml }) { errors { message } } advanceClock(input: { by: "1m" }) { errors { message } } }',
      { yaml },
    );
    const gone = page.getByRole('complementary', { name });
    await gone.getByText('This pod is gone.').waitFor();
    await gone.getByText(/^descheduler began to delete Pod default\/web-/).waitFor();
    // It is gone before the cycle ends that evicted it: the panel asks for its verdict when that has ended.
    await gone.getByText(/In cycle \d+, PodLifeTime selected it on node-\d \(.*\); it was evicted\./).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await select(page, 'app=alone');
    const alone = page.getByRole('complementary', { name: 'pod alone' });
    await alone
      .getByText(/In cycle \d+, PodLifeTime selected it on node-1 \(.*\); a rule of the evictor protects it: /)
      .waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('every write is listed by kind, namespace and client, also in a low window, which keeps its board', async () => {
    const cluster = await server.cluster({ nodes: 2 });
    await cluster.query(APPLY, { objects: [deployment('web', 3, '250m'), pod('alone', {})] });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`, 'dark');
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.getByText('4 pods', { exact: true }).waitFor();
    await board(page).press('ArrowRight');
    await page.getByRole('complementary', { name: 'node node-1' }).waitFor();
    await page.getByRole('button', { name: 'Faults', exact: true }).click();
    await page.getByRole('button', { name: 'writes' }).click();
    const writes = page.getByRole('region', { name: 'Writes', exact: true });
    await writes.getByText(/^[\d,]+ writes$/).waitFor();
    expect((await board(page).boundingBox())!.height).toBeGreaterThan(150);

    await writes.getByRole('combobox', { name: /^Kind/ }).selectOption('Deployment');
    await writes.getByRole('combobox', { name: /^Namespace/ }).selectOption('default');
    await writes.getByRole('row', { name: /created Deployment default\/web$/ }).waitFor();
    const who = writes.getByRole('combobox', { name: /^Client/ });
    const [users] = await who.getByRole('option', { name: /\(graphql\)$/ }).allInnerTexts();
    await who.selectOption(users!);
    await writes.getByText('1 write', { exact: true }).waitFor();
    await writes
      .getByRole('row', { name: /created Deployment default\/web$/ })
      .getByRole('button')
      .click();
    await page.getByText('0 pods', { exact: true }).waitFor();
    await writes
      .getByRole('region', { name: 'The write' })
      .getByText(/created Deployment default\/web$/)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

function board(page: Page) {
  return page.getByRole('application');
}

/** Selects the one pod that a search finds. */
async function select(page: Page, words: string): Promise<void> {
  const search = page.getByLabel('Search pods and nodes');
  await search.fill(words);
  await page.getByText('1 pod found').waitFor();
  await search.press('Enter');
}
