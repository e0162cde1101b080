import { readFileSync } from 'node:fs';
import { parseStaticTokens } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import type { Browser } from 'playwright-core';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { dropFile, holdRequest, inBrowser, openPage, seriousFindings, startBrowser } from './browser';
import { deployment } from './deployment';

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

  it.each(['light', 'dark'] as const)(
    'leads from the clusters to a pod by keys alone, in %s colours',
    async (colours) => {
      const cluster = await server.cluster({ nodes: 3, clock: { mode: 'MANUAL' } });
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

  it('moves the clock, and shows the cluster as it was', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL', startAt: '2026-01-01T00:00:00Z' } });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.getByText('2026-01-01 00:00:00').first().waitFor();
    await cluster.query('mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } }', {
      object: deployment('web', 2, '250m'),
    });
    await page.getByText('2 pods').waitFor();
    await page.getByLabel('Advance by').fill('90s');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByText('2026-01-01 00:01:30').first().waitFor();
    await page.getByText(/\d+ events? passed/).waitFor();

    await page.getByRole('slider', { name: 'Timeline' }).focus();
    await page.keyboard.press('Home');
    await page.getByText(/the past · revision/).waitFor();
    await page.getByText('0 pods').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('2 pods').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('forks a cluster from now and from before, and takes it back', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL' } });
    await cluster.query('mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } }', {
      object: deployment('web', 3, '250m'),
    });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.getByText('3 pods').waitFor();
    await page.getByRole('button', { name: 'Fork…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByText(`orrery fork ${cluster.name} --name ${cluster.name}-fork`).waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(cluster.name);
    await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/already exists/)
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${cluster.name}-2`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/console/${cluster.name}-2`);
    await page.getByText('3 pods').waitFor();

    await page.getByRole('slider', { name: 'Timeline' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('0 pods').waitFor();
    await page.getByRole('button', { name: 'Fork…' }).click();
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('0 pods').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('saves a cluster to a snapshot, restores it, and takes files', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL' } });
    await cluster.query('mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } }', {
      object: deployment('web', 3, '250m'),
    });
    const { name } = cluster;
    const { page, complaints } = await openPage(browser, `${server.url}/console`);
    await page.getByRole('button', { name: `Save ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`orrery snapshot save ${name} --name ${name}-1`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const snapshot = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${name}-1` }) });
    await snapshot.getByText('3 pods').waitFor();

    const download = page.waitForEvent('download');
    await snapshot.getByText(`orrery snapshot download ${name}-1 --file ${name}-1.orrery.gz`).waitFor();
    await snapshot.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await (await download).path();
    await snapshot.getByRole('button', { name: `Delete snapshot ${name}-1` }).click();
    await dialog.getByText(`orrery snapshot delete ${name}-1`).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await snapshot.waitFor({ state: 'detached' });
    const chooser = page.getByLabel('File of a snapshot, or a dump');
    await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page
      .getByRole('alert')
      .getByText(/no snapshot/)
      .waitFor();
    await chooser.setInputFiles({ name: 'From afar.orrery.gz', mimeType: '', buffer: readFileSync(file) });
    const added = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'from-afar' }) });
    await added.getByRole('button', { name: 'Restore…' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.waitForURL(`${server.url}/console/${name}-again`);
    await page.getByText('3 pods').waitFor();
    // The browser itself says that a request was refused.
    expect(complaints).toEqual([expect.stringContaining('400')]);
    await page.context().close();
  });

  it('acts on nodes and pods, shows the command that does the same, and says what the server refuses', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL' } });
    await cluster.query(
      'mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } advanceClock(input: { by: "30s" }) { errors { message } } }',
      { object: deployment('web', 2, '250m') },
    );
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.getByText('web 2').waitFor();
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    const panel = page.getByRole('complementary', { name: 'node node-1' });
    await panel.getByRole('button', { name: 'Do', exact: true }).click();
    await panel
      .getByText(`kubectl --server ${server.url}/clusters/${cluster.name} cordon node-1`, { exact: true })
      .waitFor();
    await panel.getByRole('button', { name: 'Cordon', exact: true }).click();
    await panel.getByRole('button', { name: 'Uncordon', exact: true }).waitFor();
    await panel.getByLabel('Taint', { exact: true }).fill('-=x:NoSchedule');
    await panel.getByRole('button', { name: 'Taint', exact: true }).click();
    await panel.getByRole('alert').waitFor();
    await panel.getByLabel('Fault', { exact: true }).selectOption('POWER_OFF');
    await panel.getByRole('button', { name: 'Inject fault' }).click();
    await panel.getByText('fault POWER_OFF', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Clear its faults' }).click();
    await panel.getByText('fault POWER_OFF', { exact: true }).waitFor({ state: 'detached' });
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('application').focus();
    await page.keyboard.press('Enter');
    const pod = page.getByRole('complementary', { name: /^pod web-/ });
    await pod.getByLabel('Replicas', { exact: true }).fill('5');
    await pod.getByText(/scale deployment\/web --namespace default --replicas 5$/).waitFor();
    await pod.getByRole('button', { name: 'Scale Deployment web' }).click();
    await page.getByText('web 5').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('makes and edits objects as YAML, completes by the schema of the cluster, and shows refusals at their fields', async () => {
    const cluster = await server.cluster({ nodes: 1, clock: { mode: 'MANUAL' } });
    const { page, complaints } = await openPage(
      browser,
      `${server.url}/console/${cluster.name}/objects?apiVersion=apps/v1&kind=Deployment`,
    );
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Objects in YAML' });
    const status = page.getByRole('status');
    await status.getByText('The server would accept it.').waitFor();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('      nodeSel');
    await page.getByRole('option', { name: /^nodeSelector/ }).click();
    await page.keyboard.type('disk: ssd');
    await status.getByText('The server would accept it.').waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('Saved Deployment example.').waitFor();
    const json = 'query($name: String!) { deployment(name: $name) { json } }';
    const { deployment: made } = await cluster.query<{ deployment: { json: unknown } }>(json, { name: 'example' });
    expect(made.json).toMatchObject({ spec: { replicas: 2, template: { spec: { nodeSelector: { disk: 'ssd' } } } } });

    await page.getByRole('button', { name: '← Back' }).click();
    await page.getByRole('row', { name: /default example 0\/2/ }).click();
    await page.getByRole('button', { name: 'YAML', exact: true }).click();
    await page.getByText(/replace -f objects\.yaml$/).waitFor();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('nonsense: 1');
    await status.getByText(/^Line \d+: unknown field "nonsense"$/).waitFor();
    // What no schema says, the server says.
    await page.getByRole('button', { name: 'Pod', exact: true }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByText('kind: Pod').waitFor();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  restartPolicy: Sometimes');
    await status.getByText(/^Line 14: spec\.restartPolicy: Unsupported value: "Sometimes"/).waitFor();
    await page.getByText(/apply --server-side --field-manager=console -f objects\.yaml$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says what another configuration would place differently, and puts it in force', async () => {
    const cluster = await server.cluster({ nodes: 3, clock: { mode: 'MANUAL' } });
    // One node is fuller than the others: the defaults avoid it, MostAllocated fills it.
    await cluster.query(
      'mutation($objects: [JSON!]) { applyObject(input: { objects: $objects }) { errors { message } } advanceClock(input: { by: "5s" }) { errors { message } } }',
      { objects: [deployment('web', 3, '250m')] },
    );
    await cluster.query(
      'mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } advanceClock(input: { by: "5s" }) { errors { message } } }',
      { object: deployment('big', 1, '2') },
    );
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/configuration`);
    await page.getByRole('status').getByText('The server would accept it.').waitFor();
    // Arguments are completed by the plugin that they are of.
    await page.getByRole('textbox', { name: 'Configuration in YAML' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('      - name: NodeAff');
    await page.getByRole('option', { name: 'NodeAffinity' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('args:');
    await page.keyboard.press('Enter');
    await page.keyboard.type('  addedA');
    await page.getByRole('option', { name: /^addedAffinity/ }).waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Control+Shift+k');
    await page.getByRole('status').getByText('The server would accept it.').waitFor();
    await page.getByRole('button', { name: 'What would be placed differently?' }).click();
    await page.getByText(/^[1-3] of 4 pods would be placed differently\.$/).waitFor();
    await page
      .getByRole('row', { name: /^default\/web-/ })
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Below is the configuration in force.').waitFor();
    const { schedulerConfig } = await cluster.query<{ schedulerConfig: { format: string } }>(
      '{ schedulerConfig { format } }',
    );
    expect(schedulerConfig.format).toBe('KubeSchedulerConfiguration');
    await page.getByRole('button', { name: 'What would be placed differently?' }).click();
    await page.getByText('0 of 4 pods would be placed differently.').waitFor();
    // No check comes after the save: what is in force was taken already.
    await page.getByRole('status').getByText('Saved: it is in force.').waitFor();

    await page.getByRole('button', { name: 'Descheduler', exact: true }).click();
    await page.getByRole('button', { name: 'What would be evicted?' }).click();
    await page.getByText(/^A cycle would evict \d pods?\./).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Stop cycles' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('puts faults on nodes and zones by drag and by keys, and shows them over time', async () => {
    const cluster = await server.cluster({ nodes: 3, clock: { mode: 'MANUAL' } });
    await cluster.query(
      'mutation { advanceClock(input: { by: "1m" }) { errors { message } } injectFault(input: { kind: POWER_OFF, nodes: ["node-1", "node-2", "node-3"] }) { errors { message } } }',
    );
    await cluster.query(
      'mutation { advanceClock(input: { by: "2m" }) { errors { message } } clearFaults(input: {}) { errors { message } } }',
    );
    await cluster.query('mutation { advanceClock(input: { by: "2m" }) { errors { message } } }');
    const faults = async (): Promise<readonly string[]> => {
      const found = await cluster.query<{ faults: { kind: string; nodeName: string }[] }>(
        '{ faults { kind nodeName } }',
      );
      return found.faults.map(({ kind, nodeName }) => `${kind} ${nodeName}`).sort();
    };
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}`);
    await page.getByText('3 nodes', { exact: true }).waitFor();
    // What was over before the page was opened is shown at its moment, and so is the state of the zone.
    const board = page.getByRole('application');
    const timeline = page.getByRole('slider', { name: 'Timeline' });
    const words = page.getByLabel('Changes with these words');
    await words.fill('created POWER_OFF');
    await page.locator('[role=slider][aria-valuemax="3"]').waitFor();
    await timeline.press('Home');
    await page.getByText('POWER_OFF node-1, POWER_OFF node-2, POWER_OFF node-3', { exact: true }).waitFor();
    await board.press('ArrowRight');
    await page
      .getByRole('complementary', { name: 'node node-1' })
      .getByText('fault POWER_OFF', { exact: true })
      .waitFor();
    await words.fill('changed zone-1');
    await page.locator('[role=slider][aria-valuemax="2"]').waitFor();
    await timeline.press('Home');
    await page.getByText('POWER_OFF node-1, POWER_OFF node-2, POWER_OFF node-3 and 1 more', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'zone-1', exact: true }).click();
    await page.getByText('3 of 3 not ready · full disruption', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('full disruption').waitFor({ state: 'detached' });
    await words.fill('');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Faults', exact: true }).click();
    const palette = page.getByRole('region', { name: 'Faults' });
    await palette.getByRole('button', { name: 'Memory hog' }).click();
    await palette.getByText('Select a node or a zone first').waitFor();
    await board.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('complementary', { name: 'node node-1' }).waitFor();
    await page
      .getByText(/left; acts below 100Mi$/)
      .first()
      .waitFor();
    await palette.getByRole('button', { name: 'Memory hog' }).press('Enter');
    await page.getByText('fault MEMORY_HOG', { exact: true }).waitFor();
    await palette.getByText(/injectFault\(input: \{ kind: MEMORY_HOG, amount: "95%", nodes: \["node-1"\]/).waitFor();
    await palette.getByRole('button', { name: 'Clear all faults' }).click();
    await page.getByText('fault MEMORY_HOG', { exact: true }).waitFor({ state: 'detached' });
    expect(await faults()).toEqual([]);

    await palette.getByRole('button', { name: 'API requests' }).click();
    await palette.getByLabel('Rule', { exact: true }).fill('busy');
    await palette.getByLabel('Resources', { exact: true }).fill('pods');
    await palette.getByText('orrery fault api add busy --resources pods --code 500').waitFor();
    await palette.getByRole('button', { name: 'Add rule' }).click();
    await palette.getByText('any verb of pods: answers 500').waitFor();
    expect((await fetch(`${server.url}/clusters/${cluster.name}/api/v1/pods`)).status).toBe(500);
    await palette.getByText('1 hit', { exact: true }).waitFor();
    await palette.getByRole('button', { name: 'Remove rule busy' }).click();
    await palette.getByText('any verb of pods: answers 500').waitFor({ state: 'detached' });
    await palette.getByRole('button', { name: 'Nodes', exact: true }).click();

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const { width, height } = (await board.boundingBox())!;
    await palette
      .getByRole('button', { name: 'Power off' })
      .dragTo(board, { targetPosition: { x: width * 0.6, y: height * 0.5 } });
    await palette.getByRole('button', { name: 'Clear all faults' }).waitFor();
    expect((await faults())[0]).toMatch(/^POWER_OFF node-\d$/);
    await timeline.press('+');
    await page.getByRole('button', { name: /of all$/ }).click();
    await words.fill('Lease');
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('draws figures over cluster time, and tells them in words', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL' } });
    await cluster.query(
      'mutation($object: JSON!) { applyObject(input: { object: $object }) { errors { message } } advanceClock(input: { by: "2m" }) { errors { message } } }',
      { object: deployment('web', 4, '1') },
    );
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/metrics`, 'dark');
    await page
      .getByText('Placements and evictions. placed: 4 in all; evicted: 0 in all.')
      .waitFor({ state: 'attached' });
    await page.getByText('Nodes. ready: 2 now, 2 at most; not ready: 0 now, 0 at most.').waitFor({ state: 'attached' });
    // A node is lost, and its pods are evicted: the charts follow.
    await cluster.query(
      'mutation { injectFault(input: { kind: POWER_OFF, nodes: ["node-1"] }) { errors { message } } advanceClock(input: { by: "10m" }) { errors { message } } }',
    );
    await page.getByText(/placed: \d+ in all; evicted: 2 in all/).waitFor({ state: 'attached' });
    await page.getByText(/not ready: 1 now, 1 at most/).waitFor({ state: 'attached' });
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('runs a scenario on a cluster of its own, step by step', async () => {
    const cluster = await server.cluster({ clock: { mode: 'MANUAL' } });
    const { page, complaints } = await openPage(browser, `${server.url}/console/${cluster.name}/scenarios`);
    await page.getByText('metadata: { name: zone-outage }').waitFor();
    const scenario = [
      'apiVersion: sim.orrery.dev/v1',
      'kind: Scenario',
      'metadata: { name: dropped }',
      'spec:',
      '  cluster: { nodes: 2 }',
      '  actions:',
      '    - { name: two nodes, at: 1m, expect: { kind: Node, count: 2 } }',
      '    - { name: three nodes, at: 2m, expect: { kind: Node, count: 3 } }',
    ].join('\n');
    await dropFile(page, '.scenarios', { name: 'scenario.yaml', text: scenario });
    await page.getByText('metadata: { name: dropped }').waitFor();
    await page.getByRole('button', { name: 'Run on a cluster of its own' }).click();
    await page.getByRole('status').getByText('✕ failed').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'two nodes' }).getByText('✓').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'three nodes' }).getByText('✕').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('button', { name: 'Delete it' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('takes objects by drop, and shows two states side by side with their differences', async () => {
    const cluster = await server.cluster({ nodes: 2, clock: { mode: 'MANUAL' } });
    const fork = `${cluster.name}-fork`;
    await cluster.query('mutation($name: String!) { forkCluster(input: { name: $name }) { errors { message } } }', {
      name: fork,
    });
    const objects = `${server.url}/console/${cluster.name}/objects`;
    const editing = await openPage(browser, objects);
    await editing.page.getByText(/^\d+ objects? · live$/).waitFor();
    // As another cluster wrote it.
    const web = { ...deployment('web', 3, '250m'), status: { replicas: 9 } };
    const list = { kind: 'List', items: [{ ...web, metadata: { name: 'web', uid: 'u', resourceVersion: '9' } }] };
    // The server takes longer to try them than the page waits before it checks what was typed: the check does not end the save.
    await editing.page.clock.install();
    await editing.page.clock.pauseAt(Date.now() + 60_000);
    const trial = await holdRequest(editing.page, /"dryRun":true/);
    await dropFile(editing.page, '.objects', { name: 'list.json', text: JSON.stringify(list) });
    await editing.page.getByText('replicas: 3').waitFor();
    await editing.page.getByRole('button', { name: 'Apply', exact: true }).click();
    await trial.asked;
    await editing.page.clock.runFor(1000);
    trial.release();
    await editing.page.getByText('Saved Deployment web.').waitFor();
    expect(editing.complaints).toEqual([]);
    await editing.page.context().close();

    const { page, complaints } = await openPage(browser, objects);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByLabel('First', { exact: true }).fill(fork);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('+ only in the second').first().waitFor();
    await page.getByText('Deployment default/web', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'pods 0 3 +3' }).waitFor();
    await page.getByText(`orrery diff ${fork} ${cluster.name}`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('gives a lesson: its cluster, steps that check themselves, and the question', async () => {
    const { page, complaints } = await openPage(browser, `${server.url}/console`);
    await page.getByRole('link', { name: 'Lessons' }).click();
    await page.getByRole('link', { name: /Node selectors of a namespace/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: /Taints and tolerations/ }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    const guide = page.getByRole('complementary', { name: 'Lesson' });
    await guide.getByRole('heading', { name: 'Keep node-1 for batch work', exact: true }).waitFor();
    // Done by a client elsewhere, it is seen as well.
    const name = /lesson-taints-\w+/.exec(await guide.innerText())![0];
    const cluster = server.as('', name);
    await cluster.query(
      'mutation { addTaint(input: { name: "node-1", key: "dedicated", value: "batch", effect: NoSchedule }) { errors { message } } }',
    );
    await guide.getByRole('heading', { name: 'Keep node-1 for batch work done' }).waitFor();
    for (const left of [3, 2, 1]) {
      await guide.getByRole('button', { name: 'Do it for me' }).click();
      await guide.getByText(`${5 - left} of 4 steps are done.`).waitFor({ state: 'attached' });
    }
    expect(await seriousFindings(page)).toEqual([]);
    await guide.getByLabel(/^On node-2/).check();
    await guide.getByRole('button', { name: 'Try it' }).click();
    await guide.getByText('Not so: see the board.').waitFor();
    // Who comes back finds the lesson where it was.
    await page.reload();
    await guide.getByText('4 of 4 steps are done.').waitFor({ state: 'attached' });
    await guide.getByRole('button', { name: 'End the lesson and delete its cluster' }).click();
    await page.getByRole('button', { name: 'Begin' }).waitFor();
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('link', { name: /Taints and tolerations.*Done\./ }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

inBrowser('the console of a server with users', () => {
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

  it('asks for a token, refuses a wrong one, and forgets it at the end', async () => {
    const { name } = await server.cluster({ nodes: 1 });
    const { page } = await openPage(browser, `${server.url}/console/${name}`);
    const token = page.getByLabel('Token');
    await token.fill('wrong');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await token.fill('root-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('1 node', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await token.waitFor();
    await page.context().close();
  });
});
