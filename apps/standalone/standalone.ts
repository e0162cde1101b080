import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { ClockMode } from '@orrery/clock';
import {
  ControlPlane,
  ensureCluster,
  loadPluginModules,
  PluginModuleError,
  MasterConfigError,
  SchedulerConfigError,
  setMasterConfigFile,
  setSchedulerConfigFile,
  SOLO_SHARDS,
  type ClusterRuntime,
} from '@orrery/control-plane';
import type { PluginRegistry } from '@orrery/scheduling';
import { createLogger, Metrics, type Logger } from '@orrery/service';
import type { StandaloneSettings } from '@orrery/settings';
import {
  applyMigrations,
  FolderInUseError,
  isAbandoned,
  startEmbeddedPostgres,
  type EmbeddedDatabase,
  type ServerEvents,
} from '@orrery/store';
import { InvalidAccessOptions, isAuthenticated, loadAccess, type LoadedAccess } from '@orrery/access-control';
import { startApiServer, type ApiServer } from '@orrery/api-server';
import { allComponents } from './components';
import { writeKubeconfig } from './kubeconfig';
import { UsageError } from './options';
import type { Welcome } from './welcome';

/** A running control plane in this process. */
export interface Standalone {
  readonly welcome: Omit<Welcome, 'readyAfterMs'>;
  /** Stops everything in order; state that is to be kept is on disk before this resolves. */
  stop(): Promise<void>;
}

const CLUSTER = 'default';

/**
 * Starts database, control plane and API server. `failed` is told when the database cannot be kept running, with the
 * reason: the process is of no use any more. Throws {@link UsageError} for what the user can mend. */
export async function startStandalone(
  options: StandaloneSettings,
  failed: (reason: string) => void = () => undefined,
): Promise<Standalone> {
  const logger = createLogger('standalone', options.logLevel);
  await requireFreePort(options);
  const plugins = loadPlugins(options);
  const adminToken = isAuthenticated({ ...options, mode: options.authorizationMode })
    ? randomBytes(32).toString('base64url')
    : undefined;
  const access = await readAccess(options, adminToken);
  if (options.kubeconfig) requireWritableFile(options.kubeconfig, '--kubeconfig');
  const folder = options.ephemeral ? ephemeralFolder() : writableFolder(options.dataDir, '--data-dir');
  const kubeconfig = options.kubeconfig ?? join(folder, 'kubeconfig');
  const stops: (() => Promise<void>)[] = [];
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (options.ephemeral) {
    stops.push(async () => remove());
    // Whoever does not wait for the end leaves nothing behind either.
    process.once('exit', remove);
  }
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const database = await openDatabase(folder, options, databaseEvents(logger, failed));
    stops.push(() => database.stop());
    const { server, nodes } = await startPlane(options, { database, access, plugins, stops, logger });
    writeKubeconfig(kubeconfig, server.url, { token: adminToken, ca: access.tls?.cert });
    const { mode, rate } = nodes.clock;
    const clock = mode === ClockMode.Scaled ? `${rate}x` : mode;
    const { seed, count } = nodes;
    const { dataDir, ephemeral } = options;
    return { welcome: { url: server.url, kubeconfig, clock, seed, nodes: count, dataDir, ephemeral }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(
  folder: string,
  { ephemeral }: StandaloneSettings,
  events: ServerEvents,
): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedPostgres({ folder, ephemeral, events }).catch((error: unknown) => {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new UsageError(`--data-dir: ${error.message}; stop it, or choose another folder`);
  });
  await applyMigrations(database.url);
  return database;
}

/** The first end is told, and that it is over: attempts in between say nothing new. */
function databaseEvents(logger: Logger, failed: (reason: string) => void): ServerEvents {
  let isAway = false;
  return {
    ended: (reason, retryMs) => {
      logger[isAway ? 'debug' : 'error'](
        { reason, retryMs },
        'the embedded Postgres is not running and is started again',
      );
      isAway = true;
    },
    restarted: () => {
      isAway = false;
      logger.warn('the embedded Postgres runs again');
    },
    givenUp: (reason) => {
      logger.fatal({ reason }, 'the embedded Postgres cannot be kept running: the server ends');
      failed(reason);
    },
  };
}

/** What the control plane is started on, and the list of what ends it. */
interface StartedParts {
  readonly database: EmbeddedDatabase;
  readonly access: LoadedAccess;
  readonly plugins: PluginRegistry;
  readonly stops: (() => Promise<void>)[];
  readonly logger: Logger;
}

async function startPlane(
  options: StandaloneSettings,
  { database, access, plugins, stops, logger }: StartedParts,
): Promise<{ server: ApiServer; nodes: { count: number; seed: string; clock: { mode: ClockMode; rate: number } } }> {
  const plane = await ControlPlane.open({
    databaseUrl: database.url,
    queues: { kind: 'postgres', url: database.url },
    isAlone: true,
    shards: SOLO_SHARDS,
    components: allComponents(SOLO_SHARDS),
    logger,
    metrics: new Metrics(),
    plugins,
  });
  stops.push(() => plane.stop());
  await plane.start();
  const { nodes, zones, seed, clock, bundle } = options;
  const runtime = await ensureCluster(plane, { name: CLUSTER, nodes, zones, seed, clock, settings: { bundle } });
  if (options.masterConfig) await useMasterConfig(runtime, options.masterConfig);
  if (options.schedulerConfig) await useSchedulerConfig(runtime, options.schedulerConfig);
  const server = await startApiServer({ plane, host: options.host, port: options.port, logger, ...access });
  stops.push(() => server.close());
  const { setting } = runtime.clock;
  return { server, nodes: { count: runtime.cache.count('nodes'), seed: runtime.seed, clock: setting } };
}

async function readAccess(
  { authorizationMode: mode, ...options }: StandaloneSettings,
  adminToken: string | undefined,
): Promise<LoadedAccess> {
  try {
    return await loadAccess({ mode, ...options }, adminToken);
  } catch (error) {
    if (error instanceof InvalidAccessOptions) throw new UsageError(`access: ${error.message}`);
    throw error;
  }
}

function loadPlugins({ schedulerPlugins, maxVolumes }: StandaloneSettings): PluginRegistry {
  try {
    return loadPluginModules(schedulerPlugins, { maxVolumes });
  } catch (error) {
    if (error instanceof PluginModuleError) throw new UsageError(`--scheduler-plugins: ${error.message}`);
    throw error;
  }
}

async function useMasterConfig(runtime: ClusterRuntime, file: string): Promise<void> {
  try {
    await setMasterConfigFile(runtime, file);
  } catch (error) {
    if (error instanceof MasterConfigError) throw new UsageError(`--master-config: ${error.message}`);
    throw error;
  }
}

async function useSchedulerConfig(runtime: ClusterRuntime, file: string): Promise<void> {
  try {
    await setSchedulerConfigFile(runtime, file);
  } catch (error) {
    if (error instanceof SchedulerConfigError) throw new UsageError(`--scheduler-config: ${error.message}`);
    throw error;
  }
}

/** Asks for the port first: nothing else has to be started to find out that it is taken. */
function requireFreePort({ host, port }: StandaloneSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.message})`;
      reject(new UsageError(`port ${port} ${reason}; choose another one with --port`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Tries to write the file, and leaves no trace of that. */
function requireWritableFile(file: string, option: string): void {
  writableFolder(dirname(file), option);
  const isNew = !existsSync(file);
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    throw new UsageError(`${option}: ${file} cannot be written (${(error as Error).message})`);
  }
  if (isNew) rmSync(file, { force: true });
}

function writableFolder(folder: string, option: string): string {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${option}: ${folder} is not a folder`);
  }
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${option}: the folder ${folder} cannot be written to (${(error as Error).message})`);
  }
  return folder;
}

/** Level by level: Node's own recursion never ends below a folder that takes no new ones, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Of this name only folders are made that are worth nothing after their process. */
const EPHEMERAL = 'orrery-ephemeral-';

function ephemeralFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  for (const name of readdirSync(parent)) {
    const left = join(parent, name);
    if (name.startsWith(EPHEMERAL) && isAbandoned(left)) rmSync(left, { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, EPHEMERAL));
  // The database may have to run as another user.
  chmodSync(folder, 0o755);
  return folder;
}
