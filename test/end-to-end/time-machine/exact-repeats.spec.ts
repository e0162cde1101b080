import pg from 'pg';
import type { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

/*
 * The same inputs leave the same log, byte by byte, however long the database takes for each of its answers. The delays of the
 * tests are a function of chance on purpose: a wait that the rounds do not know of shows itself in most runs.
 */

const NAME = 'repeated';
const MAX_DELAY_MS = 4;
const query = pg.Client.prototype.query;
let server: TestGraphqlServer;
let pool: pg.Pool;
/** Statements that were sent later than they were asked for. */
let delayed = 0;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  pool = new pg.Pool({ connectionString: server.databaseUrl });
});
afterEach(() => {
  pg.Client.prototype.query = query;
});
afterAll(async () => {
  await pool.end();
  await server.close();
});

/** From now on each statement is sent a little later than it is asked for, another time every time. */
function delayDatabase(): void {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const send = (): unknown => Reflect.apply(query, this, args);
    const delayMs = Math.random() * MAX_DELAY_MS;
    delayed++;
    // With a callback, or with a query object of its own, nothing is awaited.
    if (typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown }).submit === 'function') {
      setTimeout(send, delayMs);
      return args[0];
    }
    return new Promise((resolve) => setTimeout(resolve, delayMs)).then(send);
  } as typeof query;
}

const deployment = (name: string, replicas: number, more: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'c', image: 'nginx', resources: { requests: { cpu: '500m' } } }], ...more },
    },
  },
});

const CRON_JOB = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick', namespace: 'default' },
  spec: {
    schedule: '*/2 * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command: ['sleep', '20'] }] },
        },
      },
    },
  },
};

const STATEFUL_SET = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'store', namespace: 'default' },
  spec: {
    replicas: 3,
    serviceName: 'store',
    selector: { matchLabels: { app: 'store' } },
    template: {
      metadata: { labels: { app: 'store' } },
      spec: { containers: [{ name: 'c', image: 'nginx' }] },
    },
  },
};

const AUTOSCALER = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 12,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
  },
};

const POLICY = `
apiVersion: descheduler/v1alpha2
kind: DeschedulerPolicy
profiles:
  - name: default
    pluginConfig:
      - { name: RemovePodsHavingTooManyRestarts, args: { podRestartThreshold: 1 } }
      - { name: PodLifeTime, args: { maxPodLifeTimeSeconds: 400 } }
    plugins: { deschedule: { enabled: [PodLifeTime, RemovePodsHavingTooManyRestarts] } }
`;

/** Deployments with too little room, a zone that fails and comes back, jobs, claims, an autoscaler and a descheduler. */
async function play(cluster: GraphqlClient): Promise<void> {
  const create = (...objects: object[]): Promise<unknown> =>
    cluster.mutate('createObject', { objects }, 'objects { id }');
  const advance = (by: string): Promise<unknown> => cluster.mutate('advanceClock', { by }, 'events');
  await create(deployment('web', 10), STATEFUL_SET, CRON_JOB);
  await create(AUTOSCALER);
  await create(deployment('wide', 30, { topologySpreadConstraints: [SPREAD] }));
  await advance('90s');
  await cluster.mutate('injectFault', { kind: 'POWER_OFF', zone: 'zone-1' }, 'nodes');
  await advance('7m');
  await cluster.mutate('clearFaults', { zone: 'zone-1' }, 'nodes');
  await cluster.mutate('setDeschedulerSchedule', { yaml: POLICY, interval: '2m' }, 'clientMutationId');
  await advance('6m');
  await cluster.mutate('deleteObject', { apiVersion: 'apps/v1', kind: 'Deployment', name: 'wide' }, 'isGone');
  await advance('2m');
}

const SPREAD = {
  maxSkew: 1,
  topologyKey: 'topology.kubernetes.io/zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { app: 'wide' } },
};

/** Plays the story in a new cluster of the same name. Answers its log, a line for each change. */
async function logOfStory(seed: string): Promise<readonly string[]> {
  await server.client.mutate(
    'createCluster',
    { name: NAME, nodes: 9, zones: 3, seed, clock: { mode: 'PAUSED' } },
    'cluster { name }',
  );
  await play(server.as('', NAME));
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', revision, operation, resource, namespace, name, body) as line
      from change where cluster = $1 order by revision`,
    [NAME],
  );
  await server.client.mutate('deleteCluster', { name: NAME }, 'clientMutationId');
  return rows.map(({ line }) => line);
}

it('leaves the same log for the same inputs, whatever the database takes its time for', async () => {
  const first = await logOfStory('s');
  expect(first.length).toBeGreaterThan(500);
  delayDatabase();
  expect(await logOfStory('s')).toEqual(first);
  expect(delayed).toBeGreaterThan(first.length / 5);
  pg.Client.prototype.query = query;
  expect(await logOfStory('another')).not.toEqual(first);
});
