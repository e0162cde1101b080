import type { Deployment, KubeObject } from '@orrery/api-types';
import { ControlPlane, shardsOf, type ClusterRuntime } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import { checkHistory, readHistory } from '../../libs/testing/kit/history-checker';
import {
  createDatabase,
  describeWithRedis,
  KubernetesClient,
  PodLoad,
  startRedis,
  Topology,
  until,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { checkDevices } from './device-history';
import { checkRollout, isRolledOut } from './rollout-history';

/** Pods of each load. */
const PODS = { kill: 2000, flush: 1000, break: 800 };
/** Room for all pods of all tests, and not much more: 4 cpu a node, 50m a pod. */
const NODES = 50;
/** Number of GPUs of each node. */
const GPUS = 10;

describeWithRedis('whatever dies', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let client: KubernetesClient;
  let observer: ControlPlane;
  let cluster: ClusterRuntime;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: String(NODES) },
    });
    client = new KubernetesClient(() => topology.url);
    observer = await ControlPlane.open({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: shardsOf({ clusterShards: 4, kubeletShards: 8 }),
      plugins: {},
      components: [],
      logger: createLogger('observer', 'silent'),
      metrics: new Metrics(),
    });
    await observer.start();
    cluster = (await observer.cluster('default'))!;
  });

  afterAll(async () => {
    await observer?.stop();
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  /** Waits until the load runs, then goes through the whole history of the cluster. */
  async function violationsAfter(load: PodLoad): Promise<string[]> {
    const names = [...load.acknowledged].map((key) => key.slice(key.indexOf('/') + 1));
    await until('all pods run', () =>
      names.every((name) => {
        const pod = cluster.cache.get({ resource: 'pods', namespace: 'default', name });
        return (pod?.status as { phase?: string } | undefined)?.phase === 'Running';
      }),
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${topology.log}`);
    });
    return checkHistory(await readHistory(observer.database, 'default'), { pods: load.acknowledged });
  }

  it('loses nothing when every process is killed in turn', async () => {
    const load = new PodLoad(client, 'kill');
    const chunk = Math.ceil(PODS.kill / topology.processes.length);
    for (const process of topology.processes) {
      const before = load.acknowledged.size;
      const creating = load.create(chunk);
      await until('the load is on its way', () => load.acknowledged.size > before + chunk / 4);
      await process.kill();
      process.start();
      await Promise.all([creating, process.ready()]);
    }
    expect(load.acknowledged.size).toBe(chunk * topology.processes.length);
    expect(await violationsAfter(load)).toEqual([]);
  });

  it('loses nothing when Redis loses everything', async () => {
    const load = new PodLoad(client, 'flush');
    const creating = load.create(PODS.flush);
    for (const share of [0.2, 0.5, 0.8]) {
      await until('the load is on its way', () => load.acknowledged.size >= share * PODS.flush);
      await redis.flushAll();
    }
    await creating;
    expect(await violationsAfter(load)).toEqual([]);
  });

  it('loses nothing when every connection to Postgres breaks', async () => {
    const load = new PodLoad(client, 'break');
    const creating = load.create(PODS.break);
    for (const share of [0.25, 0.6]) {
      await until('the load is on its way', () => load.acknowledged.size >= share * PODS.break);
      expect(await database.breakConnections()).toBeGreaterThan(topology.processes.length);
    }
    await creating;
    expect(topology.processes.filter((process) => process.hasEnded).map(({ label }) => label)).toEqual([]);
    expect(await violationsAfter(load)).toEqual([]);
  });

  it('rolls out within its bounds, and counts each pod of a job once, while the controller manager is killed', async () => {
    const bounds = { deployment: 'web', replicas: 80, surge: 8, unavailable: 4 };
    const template = (image: string): object => ({
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image }] },
    });
    const strategy = { rollingUpdate: { maxSurge: bounds.surge, maxUnavailable: bounds.unavailable } };
    const path = '/apis/apps/v1/namespaces/default/deployments';
    await client.create(path, {
      metadata: { name: 'web' },
      spec: {
        replicas: bounds.replicas,
        selector: { matchLabels: { app: 'web' } },
        strategy,
        template: template('v1'),
      },
    });
    const seen = (resource: string, name: string): KubeObject | undefined =>
      cluster.cache.get({ resource, namespace: 'default', name });
    const web = (): Deployment => seen('deployments.apps', 'web') as unknown as Deployment;
    await until('the first version runs', () => web() !== undefined && isRolledOut(web()));
    await client.create('/apis/batch/v1/namespaces/default/jobs', {
      metadata: { name: 'sums' },
      spec: { completions: 30, parallelism: 30, template: { spec: { ...jobPod, restartPolicy: 'Never' } } },
    });
    await client.patch(`${path}/web`, { spec: { template: template('v2') } });
    const manager = topology.process('controller-manager');
    for (const share of [0.3, 0.7]) {
      const enough = (): boolean => (web().status?.updatedReplicas ?? 0) >= share * bounds.replicas;
      await until('the rollout is on its way', enough);
      await manager.kill();
      manager.start();
      await manager.ready();
    }
    await until('the second version runs', () => isRolledOut(web()));
    await until('the job is done', () => {
      const { conditions } = seen('jobs.batch', 'sums')!.status as { conditions?: { type: string }[] };
      return conditions?.some(({ type }) => type === 'Complete') ?? false;
    });
    expect(seen('jobs.batch', 'sums')!.status).toMatchObject({ succeeded: 30, uncountedTerminatedPods: {} });
    const history = await readHistory(observer.database, 'default');
    expect(checkRollout(history, bounds)).toEqual([]);
    // The rollout used its room: with less there would have been violations.
    expect(checkRollout(history, { ...bounds, surge: 7 })).not.toEqual([]);
    expect(checkRollout(history, { ...bounds, unavailable: 0 })).not.toEqual([]);
    expect(checkHistory(history, { pods: [] })).toEqual([]);
    const sums = [...cluster.cache.list('pods')].filter(({ metadata }) => metadata.labels?.['job-name'] === 'sums');
    expect([sums.length, sums.filter(({ metadata }) => metadata.finalizers).length]).toEqual([30, 0]);
  });

  it('gives each pod a device of its own while the scheduler and others are killed', async () => {
    const api = '/apis/resource.k8s.io/v1';
    const ofClass = { exactly: { deviceClassName: 'gpu' } };
    const spec = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }], ...jobPod };
    await client.create('/apis/sim.orrery.dev/v1/nodebehaviors', {
      metadata: { name: 'gpus' },
      spec: { devices: [{ driver: 'gpu.example.com', count: GPUS }] },
    });
    await client.create(`${api}/deviceclasses`, { metadata: { name: 'gpu' }, spec: {} });
    await client.create(`${api}/namespaces/default/resourceclaimtemplates`, {
      metadata: { name: 'gpu' },
      spec: { spec: { devices: { requests: [{ name: 'gpu', ...ofClass }] } } },
    });
    await client.create('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'train' },
      spec: {
        replicas: NODES * GPUS,
        selector: { matchLabels: { app: 'train' } },
        template: { metadata: { labels: { app: 'train' } }, spec },
      },
    });
    const train = (): Deployment | undefined =>
      cluster.cache.get({ resource: 'deployments.apps', namespace: 'default', name: 'train' }) as
        Deployment | undefined;
    const running = (): number => train()?.status?.readyReplicas ?? 0;
    const victims = ['scheduler-1', 'controller-manager', 'scheduler-2', 'kubelet-1'];
    for (const [i, label] of victims.entries()) {
      const process = topology.process(label);
      await until('pods are on their way', () => running() >= ((i + 1) * NODES * GPUS) / 6);
      await process.kill();
      process.start();
      await process.ready();
    }
    await until('all pods have a device', () => running() === NODES * GPUS);
    const history = await readHistory(observer.database, 'default');
    expect(checkDevices(history)).toEqual([]);
    const claims = [...cluster.cache.list('resourceclaims.resource.k8s.io')];
    expect(claims).toHaveLength(NODES * GPUS);
  });
});

/** Without requests: there is always room. */
const jobPod = { containers: [{ name: 'c', image: 'x' }] };
