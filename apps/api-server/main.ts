import 'reflect-metadata';
import {
  ensureCluster,
  routerKind,
  runComponentProcess,
  setMasterConfigFile,
  setSchedulerConfigFile,
  type ComponentKind,
  type StartSetting,
} from '@orrery/control-plane';
import { EnvironmentError, readApiServerEnvironment } from '@orrery/service';
import { applyMigrations, awaitDatabase } from '@orrery/store';
import { AccessWishError, loadAccess, type LoadedAccess } from './access/load-access';
import { parseAllowedHosts } from './access/request-origin';
import { evictionsKind } from './evictions/evictions.component';
import { DEFAULT_CLUSTER } from './rest/cluster-path';
import { startApiServer } from './start-api-server';

runComponentProcess({
  name: 'api-server',
  components: (shards) => [evictionsKind(shards.evictions) as ComponentKind, routerKind(shards.scheduling)],
  prepare: migrate,
  serve: async (plane, { logger }) => {
    const { host, port, nodes, zones, seed, clock, schedulerConfig, masterConfig } = readApiServerEnvironment(
      process.env,
    );
    const access = await accessOf(process.env);
    const runtime = await ensureCluster(plane, { name: DEFAULT_CLUSTER, nodes, zones, seed, clock });
    if (masterConfig !== undefined) await setMasterConfigFile(runtime, masterConfig);
    if (schedulerConfig !== undefined) await setSchedulerConfigFile(runtime, schedulerConfig);
    const server = await startApiServer({ plane, host, port, logger, ...access });
    logger.info({ url: server.url }, 'serving');
    return () => server.close();
  },
});

/** Of all processes this one migrates the database; a wrong environment is told before anything is touched. */
async function migrate({ environment, logger, signal }: StartSetting): Promise<void> {
  await accessOf(process.env);
  const waiting = (reason: string): void => logger.info({ reason }, 'waiting for the database');
  await awaitDatabase(environment.databaseUrl, { signal, waiting });
  const applied = await applyMigrations(environment.databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'database migrated');
}

/** Who may do what, as the variables say. Throws {@link EnvironmentError} for files that cannot be used. */
async function accessOf(environment: NodeJS.ProcessEnv): Promise<LoadedAccess> {
  const { authorizationMode: mode, allowedHosts, ...files } = readApiServerEnvironment(environment);
  try {
    return await loadAccess({ mode, ...files, allowedHosts: parseAllowedHosts(allowedHosts) });
  } catch (error) {
    throw error instanceof AccessWishError ? new EnvironmentError([error.message]) : error;
  }
}
