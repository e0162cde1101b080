import { snapshotsOf } from '@orrery/cluster-snapshots';
import { AccessControl, type AccessSettings, servingOf } from '@orrery/access-control';
import { startApiServer, type ApiServer } from '@orrery/api-server';
import { allComponents } from '@orrery/standalone';
import { ControlPlane, SOLO_SHARDS } from '@orrery/control-plane';
import { PLUGIN_REGISTRY } from '@orrery/scheduler-plugins';
import type { PluginRegistry } from '@orrery/scheduling';
import { createLogger, Metrics, type Logger } from '@orrery/service';
import { applyMigrations } from '@orrery/store';
import { createDatabase } from '@orrery/test-services';
import { GraphqlClient } from './graphql-client';

/** The whole API server over a control plane and a database of its own. */
export interface TestGraphqlServer {
  readonly plane: ControlPlane;
  readonly url: string;
  /** URL of the database that holds its state. */
  readonly databaseUrl: string;
  /** Routes and schema that it answers. */
  readonly api: Pick<ApiServer, 'routes' | 'schema'>;
  /** Access control of its clients. */
  readonly access: AccessControl;
  /** Talks to no particular cluster. */
  readonly client: GraphqlClient;
  /** Makes a cluster through the API, paused unless the input sets another mode, and returns its client. */
  cluster(input?: Record<string, unknown>): Promise<TestGraphqlCluster>;
  /** Talks GraphQL to a cluster with a token of one's own. */
  as(token: string, clusterName: string): GraphqlClient;
  close(): Promise<void>;
}

export interface TestGraphqlCluster extends GraphqlClient {
  readonly name: string;
}

/** Start time of the clocks of test clusters. */
export const TEST_START = '2026-03-01T12:00:00Z';

let count = 0;

/** Options in which a test server differs from the usual one. */
export interface TestGraphqlOptions {
  /** Access control; without it all requests are allowed. */
  readonly access?: AccessSettings;
  /** Authority of client certificates. */
  readonly clientCa?: Buffer;
  /** Further names of the server. */
  readonly allowedHosts?: readonly string[];
  /** Scheduler plugins; those of the library if not given. */
  readonly plugins?: PluginRegistry;
  /** Token of the server's own client. */
  readonly token?: string;
  /** The logger of its processes; without one, only fatal errors are logged. */
  readonly logger?: Logger;
}

/** The server that the stories of one test file share; undefined where each starts its own. */
let shared: { server?: Promise<TestGraphqlServer> } | undefined;

/**
 * Makes servers without options of their own share one server from now on, which has neither clusters nor snapshots
 * when a test receives it: a server takes longer to start than most tests to run. For files whose tests run one after
 * the other.
 */
export function shareTestGraphqlServer(): void {
  shared = {};
  afterAll(async () => {
    await (await shared?.server)?.close();
    shared = undefined;
  });
}

export async function startTestGraphqlServer(options?: TestGraphqlOptions): Promise<TestGraphqlServer> {
  if (!shared || options) return startServer(options ?? {});
  shared.server ??= startServer({});
  const server = await shared.server;
  const clients = new Clients();
  return {
    plane: server.plane,
    url: server.url,
    databaseUrl: server.databaseUrl,
    api: server.api,
    access: server.access,
    ...clients.of(server.url),
    close: async () => {
      await clients.close();
      for (const name of server.plane.knownClusters()) await server.plane.deleteCluster(name);
      const snapshots = snapshotsOf(server.plane);
      for (const { name } of await snapshots.list()) await snapshots.delete(name);
    },
  };
}

/** The connections of one story. */
class Clients {
  private readonly all: GraphqlClient[] = [];

  of(url: string, token?: string): Pick<TestGraphqlServer, 'client' | 'cluster' | 'as'> {
    const client = this.connect(url, token);
    return {
      client,
      cluster: async (input = {}) => {
        const name = `cluster-${++count}`;
        const clock = { mode: 'MANUAL', startAt: TEST_START };
        await client.mutate('createCluster', { name, seed: 'test', clock, ...input }, 'cluster { name }');
        return Object.assign(this.connect(`${url}/clusters/${name}`, token), { name });
      },
      as: (other, clusterName) => this.connect(`${url}/clusters/${clusterName}`, other),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((each) => each.close()));
  }

  private connect(url: string, token: string | undefined): GraphqlClient {
    const client = new GraphqlClient(url, token);
    this.all.push(client);
    return client;
  }
}

async function startServer(options: TestGraphqlOptions): Promise<TestGraphqlServer> {
  // Two control planes that both think they are alone must not share a database.
  const database = await createDatabase();
  const databaseUrl = database.url;
  await applyMigrations(databaseUrl);
  const logger = options.logger ?? createLogger('test', 'fatal');
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: true,
    shards: SOLO_SHARDS,
    components: allComponents(SOLO_SHARDS),
    logger,
    metrics: new Metrics(),
    plugins: options.plugins ?? PLUGIN_REGISTRY,
    queuePrefix: `graphql${++count}`,
    onlyOwnClusters: true,
  });
  await plane.start();
  const access = new AccessControl(options.access);
  const server = await startApiServer({
    plane,
    host: '127.0.0.1',
    port: 0,
    logger,
    access,
    allowedHosts: options.allowedHosts ?? [],
    // kubectl sends tokens over HTTPS only.
    tls:
      options.access &&
      servingOf(
        { certificate: 'own', hosts: [], clientCa: options.clientCa, hasUsers: true },
        plane.authority,
        Date.now(),
      )?.tls,
  });
  const clients = new Clients();
  return {
    plane,
    url: server.url,
    databaseUrl,
    api: server,
    access,
    ...clients.of(server.url, options.token),
    close: async () => {
      await clients.close();
      await server.close();
      await plane.stop();
      await database.drop();
    },
  };
}
