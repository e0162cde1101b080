import fastify from 'fastify';
import { rewriteClusterUrl } from '@orrery/api-protocol';
import { OPENSHIFT_API } from '@orrery/openshift-api';
import { registerKubernetesApi } from '@orrery/rest-api';
import { allComponents } from '@orrery/standalone';
import type { ClockMode } from '@orrery/clock';
import {
  ControlPlane,
  requireKind,
  SOLO_SHARDS,
  type ClusterRuntime,
  type ClusterSettings,
} from '@orrery/control-plane';
import { buildNode } from '@orrery/pod-lifecycle';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';

/** A whole control plane in this process, served over HTTP. */
export interface TestApiServer {
  readonly plane: ControlPlane;
  /** Without a cluster's path. */
  readonly url: string;
  /** A cluster of its own with simulated nodes `node-1` and so on, and where it is served. */
  cluster(options: TestClusterOptions): Promise<TestCluster>;
  close(): Promise<void>;
}

export interface TestClusterOptions {
  readonly name: string;
  readonly nodes?: number;
  /** `scaled` with rate 20, so that pods start and end while a client waits for them. */
  readonly clock?: { readonly mode: ClockMode; readonly rate?: number };
  readonly settings?: ClusterSettings;
}

export interface TestCluster {
  readonly runtime: ClusterRuntime;
  readonly url: string;
}

let count = 0;

/** Starts on the database of the test run and a free port. Every server sees the clusters it made itself. */
export async function startTestApiServer(): Promise<TestApiServer> {
  const databaseUrl = process.env['ORRERY_TEST_DATABASE_URL'] ?? '';
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: true,
    shards: SOLO_SHARDS,
    plugins: builtInPlugins(),
    components: allComponents(SOLO_SHARDS),
    logger: createLogger('test', 'error'),
    metrics: new Metrics(),
    queuePrefix: `rest${process.pid}x${++count}`,
    onlyOwnClusters: true,
  });
  await plane.start();
  const server = fastify({ forceCloseConnections: true, rewriteUrl: rewriteClusterUrl });
  registerKubernetesApi(server, plane, { products: [OPENSHIFT_API] });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    plane,
    url,
    cluster: async (options) => makeCluster(plane, url, options),
    close: async () => {
      await server.close();
      await plane.stop();
    },
  };
}

async function makeCluster(
  plane: ControlPlane,
  url: string,
  { name, nodes = 0, clock = { mode: 'scaled', rate: 20 }, settings }: TestClusterOptions,
): Promise<TestCluster> {
  const id = `${name}-${process.pid}-${++count}`;
  const runtime = await plane.createCluster({ name: id, seed: name, clock, ...(settings ? { settings } : {}) });
  if (!runtime) throw new TypeError(`cluster ${id} exists already`);
  const names = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
  await runtime.store.createMany(
    names.map((node) => ({
      kind: requireKind('v1', 'Node'),
      namespace: '',
      input: buildNode({ name: node, zone: node }, runtime.clock.now()),
    })),
  );
  return { runtime, url: `${url}/clusters/${id}` };
}
