import { DONE } from '@orrery/bus';
import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations, insertCluster } from '@orrery/store';
import { createDatabase, until } from '@orrery/test-services';
import { importState } from '../../imports/import-state';
import type { ComponentKind } from '../../ports/component';
import { ControlPlane } from './control-plane';
import { ensureCluster } from './default-cluster';
import { newCluster } from '../cluster/new-cluster';
import { SOLO_SHARDS } from './sharding';

let database: Awaited<ReturnType<typeof createDatabase>>;
let plane: ControlPlane;

beforeAll(async () => {
  database = await createDatabase();
  await applyMigrations(database.url);
  plane = await opened({ isAlone: true });
});
afterAll(async () => {
  await plane.stop();
  await database.drop();
});

async function opened({
  isAlone,
  components = [],
}: {
  readonly isAlone: boolean;
  readonly components?: readonly ComponentKind[];
}): Promise<ControlPlane> {
  const process = await ControlPlane.open({
    databaseUrl: database.url,
    queues: { kind: 'postgres', url: database.url },
    isAlone,
    components,
    plugins: {},
    shards: SOLO_SHARDS,
    logger: createLogger('test', 'error'),
    metrics: new Metrics(),
  });
  await process.start();
  return process;
}

it('a request for a cluster while it is created finds nothing, or the one that is created', async () => {
  for (let round = 0; round < 30; round++) {
    const name = `made-${round}`;
    // Most requests share an answer: thousands on a busy machine.
    const answers = new Set<Promise<unknown>>();
    const making = plane.createCluster({ name });
    let isMade = false;
    void making.then(() => (isMade = true));
    while (!isMade) {
      answers.add(plane.cluster(name));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const made = (await making)!;
    expect(await plane.cluster(name)).toBe(made);
    expect(answers.size).toBeGreaterThan(0);
    for (const answer of new Set(await Promise.all(answers))) expect([undefined, made]).toContain(answer);
    expect(made.cache.get({ resource: 'namespaces', namespace: '', name: 'default' })).toBeDefined();
    await plane.deleteCluster(name);
  }
});

it('a question about a cluster that was deleted meanwhile holds up no other cluster', async () => {
  const [one, two] = [await opened({ isAlone: false }), await opened({ isAlone: false })];
  try {
    await one.createCluster({ name: 'asked' });
    await until('the other process knows it', () => two.knownClusters().includes('asked'));
    const question = {
      type: 'round-ask',
      cluster: 'asked',
      process: one.processId,
      round: 'r',
      revision: 1e6,
    } as const;
    await one.line.send(question);
    await one.deleteCluster('asked');
    await one.createCluster({ name: 'next' });
    await until('the other process knows the next one', () => two.knownClusters().includes('next'));
    await until('the other process drops the deleted one', () => !two.knownClusters().includes('asked'));
    await one.deleteCluster('next');
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

/** A component that notes of which clusters it began without all that every cluster has. */
function looker(lacking: string[]): ComponentKind {
  return {
    name: 'looker',
    shards: 1,
    split: 'clusters',
    queues: [],
    create: ({ cluster }) => ({
      start: async () => {
        const last = { resource: 'services', namespace: 'default', name: 'kubernetes' };
        if (!cluster.cache.get(last)) lacking.push(cluster.id);
      },
      stop: async () => undefined,
      handle: async () => DONE,
    }),
  };
}

it('no process looks after a cluster before all that it begins with is written', async () => {
  const lacking: string[] = [];
  const components = [looker(lacking)];
  const [one, two] = [await opened({ isAlone: false }), await opened({ isAlone: false, components })];
  try {
    for (let round = 0; round < 10; round++) {
      const name = `begun-${round}`;
      let isMade = false;
      const making = one.createCluster({ name }).finally(() => (isMade = true));
      // Others are made and deleted at the same time, and all processes look at what there is.
      while (!isMade) {
        await one.broadcast({ type: 'clusters' });
        // No faster than those who hear of it can look.
        for (let look = 0; look < 3; look++) await one.clusters();
      }
      await making;
      await until('the other process looks after it', () => two.knownClusters().includes(name) || undefined);
    }
    expect(lacking).toEqual([]);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

it('all processes look after the cluster of a server that died while it made it, when the next one has ended that', async () => {
  const lacking: string[] = [];
  const components = [looker(lacking)];
  const [one, two] = [await opened({ isAlone: false }), await opened({ isAlone: false, components })];
  const firstNodes = { nodes: 2, zones: 1 };
  try {
    const row = newCluster({ name: 'left', firstNodes }, 'secret');
    expect(await insertCluster(one.database, { ...row, isBeingMade: true })).toBeDefined();
    await ensureCluster(one, { name: 'left', ...firstNodes });
    await until('the other process looks after it', () => two.knownClusters().includes('left') || undefined);
    expect(lacking).toEqual([]);
    const there = (await two.cluster('left'))!;
    await until('it sees its nodes', () => there.cache.count('nodes') === 2 || undefined);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

it('changes of clock and settings that follow each other fast are applied in their order, in every process', async () => {
  const [one, two] = [await opened({ isAlone: false }), await opened({ isAlone: false })];
  try {
    const here = (await one.createCluster({ name: 'fast', clock: { mode: 'manual' } }))!;
    const there = await until('the other process knows the cluster', () => two.cluster('fast'));
    const modes: string[] = [];
    here.clock.onConfigured(() => void modes.push(here.clock.setting.mode));
    const wanted = Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? 'real' : 'manual'));
    for (const [round, mode] of wanted.entries()) {
      await here.setClock(mode, 1);
      expect(here.clock.setting.mode).toBe(mode);
      await Promise.all([
        here.changeSettings((settings) => ({ ...settings, nodeMonitorGracePeriod: `${round + 1}s` })),
        here.changeSettings((settings) => ({ ...settings, nodeMonitorPeriod: `${round + 1}s` })),
      ]);
      expect(here.settings).toEqual({ nodeMonitorGracePeriod: `${round + 1}s`, nodeMonitorPeriod: `${round + 1}s` });
    }
    await until('the other process has followed', () => there.settings.nodeMonitorPeriod === '20s');
    await until('its clock too', () => there.clock.setting.mode === 'manual');
    expect(modes).toEqual(wanted);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

it('no component starts from an imported state before all have stopped, and the clock waits for them', async () => {
  const said: string[] = [];
  // The database has clusters of other tests.
  const say = (cluster: string, text: string): void => void (cluster === 'importing' && said.push(text));
  let letGo: () => void = () => undefined;
  const mayStop = new Promise<void>((resolve) => (letGo = resolve));
  const kind = (name: string, stopped: Promise<void>): ComponentKind => ({
    name,
    shards: 1,
    split: 'clusters',
    queues: [],
    create: ({ cluster: { id } }) => ({
      start: async () => say(id, `${name} starts`),
      stop: () => stopped.then(() => say(id, `${name} has stopped`)),
    }),
  });
  const components = [kind('quick', Promise.resolve()), kind('slow', mayStop)];
  const own = await opened({ isAlone: true, components });
  try {
    const runtime = (await own.createCluster({ name: 'importing', clock: { mode: 'manual' } }))!;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'default' } };
    const importing = importState(own, runtime, { objects: [object], writer: 'test' });
    await until('one has stopped', () => said.includes('quick has stopped'));
    const settled = runtime.settle().then(() => void said.push('settled'));
    await new Promise((resolve) => setImmediate(resolve));
    letGo();
    await Promise.all([importing, settled]);
    expect(said).toEqual([
      ...['quick starts', 'slow starts', 'quick has stopped', 'slow has stopped', 'quick starts', 'slow starts'],
      'settled',
    ]);
  } finally {
    letGo();
    await own.stop();
  }
});

it('a list of clusters that is older than what was made or deleted here changes nothing', async () => {
  const process = await opened({ isAlone: false });
  try {
    await process.createCluster({ name: 'old' });
    for (let round = 0; round < 10; round++) {
      const name = `listed-${round}`;
      const messages = [process.broadcast({ type: 'clusters' }), process.broadcast({ type: 'clusters' })];
      const made = await process.createCluster({ name });
      await process.deleteCluster(`listed-${round - 1}`);
      await Promise.all(messages);
      expect(await process.cluster(name)).toBe(made);
      expect(process.knownClusters()).toContain(name);
      expect(process.knownClusters()).not.toContain(`listed-${round - 1}`);
    }
  } finally {
    await process.stop();
  }
});
