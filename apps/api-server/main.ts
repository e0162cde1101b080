import 'reflect-metadata';
import { InvalidAccessOptions, loadAccess } from '@orrery/access-control';
import { EvictionWorkerModule } from '@orrery/eviction-worker';
import { migratingDatabase, runWorker, type DatabaseSource } from '@orrery/program';
import { AutoClockModule } from '@orrery/auto-clock';
import { RouterModule } from '@orrery/router';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import {
  API_SERVER_SETTINGS,
  readSettings,
  requireUsersBeyondLoopback,
  SettingsError,
  type ApiServerSettings,
} from '@orrery/settings';
import { ApiServerProgramModule } from './api-server.service';

runWorker({
  name: 'api-server',
  components: [EvictionWorkerModule, RouterModule, AutoClockModule],
  plugins: builtInPlugins,
  database: ({ databaseUrl }) => checkedDatabase(databaseUrl),
  modules: (controlPlane) => [ApiServerProgramModule.for(readServerSettings(), controlPlane)],
});

/** Returns the source of the database, which this program alone migrates; invalid settings are reported before that. */
function checkedDatabase(url: string): DatabaseSource {
  const migrating = migratingDatabase(url);
  return {
    open: async (start) => {
      requireAccess(readServerSettings());
      return migrating.open(start);
    },
  };
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
function requireAccess({ authorizationMode: mode, ...files }: ApiServerSettings): void {
  try {
    loadAccess({ mode, ...files });
  } catch (error) {
    throw error instanceof InvalidAccessOptions ? new SettingsError([error.message]) : error;
  }
}
