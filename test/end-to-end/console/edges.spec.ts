import type { Browser } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { inBrowser, openPage, seriousFindings, startBrowser } from './browser';

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
      page.on('request', (request) => asked.push(request.url()));
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
    await page.getByText('time stands still').waitFor();
    await server.client.query(
      'mutation($name: String!) { deleteCluster(input: { name: $name }) { errors { message } } }',
      {
        name: cluster.name,
      },
    );
    await page.getByRole('heading', { name: `There is no cluster named ${cluster.name}` }).waitFor();
    await page.context().close();
  });
});
