import 'reflect-metadata';
import {
  ensureCluster,
  runComponentProcess,
  setMasterConfigFile,
  setSchedulerConfigFile,
  type ComponentKind,
  type StartSetting,
} from '@orrery/control-plane';
import { routerKind } from '@orrery/router';
import {
  API_SERVER_SETTINGS,
  readSettings,
  requireUsersBeyondLoopback,
  SettingsError,
  type ApiServerSettings,
} from '@orrery/settings';
import { applyMigrations, awaitDatabase } from '@orrery/store';
import { InvalidAccessOptions, loadAccess, type LoadedAccess } from '@orrery/access-control';
import { DEFAULT_CLUSTER } from '@orrery/api-protocol';
import { evictionsKind } from '@orrery/eviction-worker';
import { startApiServer } from './start-api-server';

runComponentProcess({
  name: 'api-server',
  components: (shards) => [evictionsKind(shards.evictions) as ComponentKind, routerKind(shards.scheduling)],
  prepare: migrate,
  serve: async (plane, { logger }) => {
    const settings = readServerSettings();
    const { host, port, nodes, zones, seed, clock, bundle, schedulerConfig, masterConfig } = settings;
    const access = await accessOf(settings);
    const cluster = { name: DEFAULT_CLUSTER, nodes, zones, seed, clock, settings: { bundle } };
    const runtime = await ensureCluster(plane, cluster);
    if (masterConfig !== undefined) await setMasterConfigFile(runtime, masterConfig);
    if (schedulerConfig !== undefined) await setSchedulerConfigFile(runtime, schedulerConfig);
    const server = await startApiServer({ plane, host, port, logger, ...access });
    logger.info({ url: server.url }, 'serving');
    return () => server.close();
  },
});

/** Of all processes this one migrates the database; wrong settings are reported before anything is touched. */
async function migrate({ environment, logger, signal }: StartSetting): Promise<void> {
  await accessOf(readServerSettings());
  const waiting = (reason: string): void => logger.info({ reason }, 'waiting for the database');
  await awaitDatabase(environment.databaseUrl, { signal, waiting });
  const applied = await applyMigrations(environment.databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'database migrated');
}

/** Throws {@link SettingsError}, also for a server that others can reach and that does not know its clients. */
function readServerSettings(): ApiServerSettings {
  const settings = readSettings(API_SERVER_SETTINGS, { environment: process.env });
  const { host, publishedHost, authorizationMode, tokenAuthFile, clientCaFile } = settings;
  const authenticatesClients = tokenAuthFile !== undefined || clientCaFile !== undefined;
  const remedy = 'ORRERY_TOKEN_AUTH_FILE or ORRERY_CLIENT_CA_FILE';
  if (authorizationMode === 'RBAC' && !authenticatesClients) {
    throw new SettingsError([`ORRERY_AUTHORIZATION_MODE RBAC needs users: set ${remedy}`]);
  }
  const hostSetting = publishedHost === undefined ? 'ORRERY_HOST' : 'ORRERY_PUBLISHED_HOST';
  requireUsersBeyondLoopback({ host: publishedHost ?? host, hostSetting, authenticatesClients, remedy });
  return settings;
}

/** Throws {@link SettingsError} for files that cannot be used. */
async function accessOf({ authorizationMode: mode, ...files }: ApiServerSettings): Promise<LoadedAccess> {
  try {
    return await loadAccess({ mode, ...files });
  } catch (error) {
    throw error instanceof InvalidAccessOptions ? new SettingsError([error.message]) : error;
  }
}
