import { randomUUID } from 'node:crypto';
import type { Bus } from '@orrery/bus';
import { Activity } from '@orrery/clock';
import { applyMigrations, openDatabase, OwnershipRounds, type ComponentPart, type Database } from '@orrery/store';
import { createLogger } from '@orrery/service';
import { createDatabase, until, type FreshDatabase } from '@orrery/test-services';
import type { ClusterPorts } from '../../ports/cluster-ports';
import { Host, type HostServices } from './component-host';

const CLUSTER = 'c';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await createDatabase();
  await applyMigrations(fresh.url);
  database = openDatabase(fresh.url);
});

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const FOLLOWS_NO_CHANGE = { onSettingsChanged: () => () => undefined };

/** A process with one cluster, in which one kind of component runs. */
class TestProcess {
  readonly activity = new Activity();
  readonly begun: number[] = [];
  readonly host: Host;
  private readonly processId = randomUUID();

  /** @param known what is handed to a component, and when */
  constructor(known: (part: ComponentPart) => Promise<undefined>, { name = '', leftOut = [] as string[] } = {}) {
    const { processId, activity } = this;
    const ports = {
      id: CLUSTER,
      activity,
      settings: { leftOut },
      states: { take: known },
      ...FOLLOWS_NO_CHANGE,
    } as unknown as ClusterPorts;
    const services: HostServices = {
      processId,
      isAlone: false,
      database,
      bus: { consume: () => ({ close: async () => undefined }) } as unknown as Bus,
      ownershipRounds: new OwnershipRounds({ database, processId, isAlone: false, onError: () => undefined }),
      logger: createLogger('test', 'silent'),
      unitPrefix: '',
      knownClusters: () => [CLUSTER],
      cluster: async () => ports,
      workChangesHands: () => undefined,
      broadcast: async () => undefined,
    };
    this.host = new Host(services, {
      name: name || `kind-${processId.slice(0, 8)}`,
      shards: 1,
      split: 'within-clusters',
      queues: [],
      create: ({ shard }) => ({
        start: async () => void this.begun.push(shard),
        stop: async () => undefined,
      }),
    });
  }
}

it('is active for a cluster from the claim of its work until the component runs', async () => {
  let hand: () => void = () => undefined;
  const handed = new Promise<undefined>((resolve) => (hand = () => resolve(undefined)));
  let isAsked = false;
  const process = new TestProcess(() => {
    isAsked = true;
    return handed;
  });
  const started = process.host.start();
  await until('what is known is asked for', () => isAsked);
  expect([process.activity.isIdle, process.begun]).toEqual([false, []]);
  hand();
  await started;
  await process.activity.idle();
  expect(process.begun).toEqual([0]);
  await process.host.stop();
});

it.each(['scheduler', 'kubelet', 'node-lifecycle-controller'])(
  'runs nothing in place of a %s that is left out',
  async (name) => {
    const process = new TestProcess(async () => undefined, { name, leftOut: [name] });
    await process.host.start();
    expect(process.begun).toEqual([]);
    expect((await process.host.componentsOf(CLUSTER)).size).toBe(1);
    await process.host.stop();
  },
);
