import type { Browser } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { CHROMIUM, openPage, seriousFindings, startBrowser } from './browser';

const inBrowser = CHROMIUM === undefined ? describe.skip : describe;

inBrowser('the console, in Chromium', () => {
  let server: TestGraphqlServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestGraphqlServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const deployment = (name: string, replicas: number, cpu: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
      },
    },
  });

  it.each(['light', 'dark'] as const)(
    'leads from the clusters to a pod by keys alone, in %s colours',
    async (colours) => {
      const cluster = await server.cluster({ nodes: 3, clock: { mode: 'PAUSED' } });
      await cluster.query(
        'mutation($objects: [JSON!]) { applyObject(input: { objects: $objects }) { errors { message } } }',
        { objects: [deployment('web', 4, '250m'), deployment('giant', 1, '500')] },
      );
      await cluster.query('mutation { advanceClock(input: { by: "30s" }) { errors { message } } }');
      const { page, complaints } = await openPage(browser, `${server.url}/`, colours);
      await page.getByRole('link', { name: cluster.name, exact: true }).click();
      await page.getByText('◌ 1 waiting').waitFor();
      expect(page.url()).toBe(`${server.url}/console/${cluster.name}`);
      await page.getByText('web 4').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      const board = page.getByRole('application');
      await board.focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('complementary', { name: 'node node-1' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('complementary', { name: /^pod web-/ }).waitFor();
      await page
        .getByText(/^Attempt 1 looked at 3 nodes; the pod could run on 3 of them, and was placed on node-1\./)
        .waitFor();
      await page.getByRole('row', { name: /node-1/ }).waitFor();
      await page.getByText('Scheduled', { exact: true }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.keyboard.press('/');
      await page.keyboard.type('app=giant');
      await page.getByRole('application').focus();
      // What happens in the cluster is seen without a reload.
      await cluster.query('mutation { cordonNode(input: { name: "node-2" }) { errors { message } } }');
      await cluster.query(
        'mutation { scale(input: { kind: "Deployment", name: "web", replicas: 6 }) { errors { message } } advanceClock(input: { by: "30s" }) { errors { message } } }',
      );
      await page.getByText('web 6').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
