import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations } from '@orrery/store';
import { createDatabase } from '@orrery/test-services';
import { ControlPlane } from './control-plane';
import { SOLO_SHARDS } from './sharding';

let database: Awaited<ReturnType<typeof createDatabase>>;
let plane: ControlPlane;

beforeAll(async () => {
  database = await createDatabase();
  await applyMigrations(database.url);
  plane = await ControlPlane.open({
    databaseUrl: database.url,
    queues: { kind: 'postgres', url: database.url },
    isAlone: true,
    components: [],
    shards: SOLO_SHARDS,
    logger: createLogger('test', 'error'),
    metrics: new Metrics(),
  });
  await plane.start();
});
afterAll(async () => {
  await plane.stop();
  await database.drop();
});

it('a request for a cluster while it is created finds nothing, or the one that is created', async () => {
  for (let round = 0; round < 30; round++) {
    const name = `made-${round}`;
    const answers: Promise<unknown>[] = [];
    const making = plane.createCluster({ name });
    let isMade = false;
    void making.then(() => (isMade = true));
    while (!isMade) {
      answers.push(plane.cluster(name));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const made = (await making)!;
    expect(await plane.cluster(name)).toBe(made);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of await Promise.all(answers)) expect([undefined, made]).toContain(answer);
    expect(made.cache.get({ resource: 'namespaces', namespace: '', name: 'default' })).toBeDefined();
    await plane.deleteCluster(name);
  }
});
