import { startApiServer } from '../../apps/api-server/start-api-server';
import { allComponents } from '../../apps/standalone/components';
import { ControlPlane, SOLO_SHARDS } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations } from '@orrery/store';
import { createDatabase } from './processes/fresh-database';
import { GraphqlClient } from './graphql-client';

/** The whole API server over a control plane and a database of its own. */
export interface TestGraphqlServer {
  readonly plane: ControlPlane;
  readonly url: string;
  /** Talks to no particular cluster. */
  readonly client: GraphqlClient;
  /** Makes a cluster through the API, paused unless the input says otherwise, and talks to it. */
  cluster(input?: Record<string, unknown>): Promise<TestGraphqlCluster>;
  close(): Promise<void>;
}

export interface TestGraphqlCluster extends GraphqlClient {
  readonly name: string;
}

/** Where the clocks of test clusters start. */
export const TEST_START = '2026-03-01T12:00:00Z';

let count = 0;

export async function startTestGraphqlServer(): Promise<TestGraphqlServer> {
  // Two control planes that both think they are alone must not share a database.
  const database = await createDatabase();
  const databaseUrl = database.url;
  await applyMigrations(databaseUrl);
  const logger = createLogger('test', 'fatal');
  const plane = await ControlPlane.open({
    databaseUrl,
    queues: { kind: 'postgres', url: databaseUrl },
    isAlone: true,
    shards: SOLO_SHARDS,
    components: allComponents(SOLO_SHARDS),
    logger,
    metrics: new Metrics(),
    queuePrefix: `graphql${++count}`,
    onlyOwnClusters: true,
  });
  await plane.start();
  const server = await startApiServer({ plane, host: '127.0.0.1', port: 0, logger });
  const clients: GraphqlClient[] = [];
  const connect = (url: string): GraphqlClient => {
    const client = new GraphqlClient(url);
    clients.push(client);
    return client;
  };
  const client = connect(server.url);
  return {
    plane,
    url: server.url,
    client,
    cluster: async (input = {}) => {
      const name = `cluster-${++count}`;
      const clock = { mode: 'PAUSED', startAt: TEST_START };
      await client.mutate('createCluster', { name, seed: 'test', clock, ...input }, 'cluster { name }');
      return Object.assign(connect(`${server.url}/clusters/${name}`), { name });
    },
    close: async () => {
      await Promise.all(clients.map((each) => each.close()));
      await server.close();
      await plane.stop();
      await database.drop();
    },
  };
}
