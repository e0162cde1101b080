import { createLogger, Metrics, startHealthServer, stopOnSignal, type Logger } from '@orrery/service';
import type { PluginRegistry } from '@orrery/scheduling';
import { PROCESS_SETTINGS, readSettings, SettingsError, type ProcessSettings } from '@orrery/settings';
import { awaitMigrations } from '@orrery/store';
import type { ComponentKind } from '../ports/component';
import { ControlPlane } from './control-plane';
import type { Shards } from './sharding';
import { loadPluginModules, PluginModuleError } from '../settings/plugin-modules';

/** What one program of a distributed control plane does. */
export interface ComponentProcess {
  /** Its name in logs. */
  readonly name: string;
  readonly components: (shards: Shards) => readonly ComponentKind[];
  /** Before the control plane is opened; by default waits until another process has migrated the database. */
  readonly prepare?: (setting: StartSetting) => Promise<void>;
  /** After the components run: serves what this process serves besides; answers with how to stop that. */
  readonly serve?: (plane: ControlPlane, setting: StartSetting) => Promise<() => Promise<void>>;
}

/** What the start of a process has to work with. */
export interface StartSetting {
  readonly environment: ProcessSettings;
  readonly logger: Logger;
  /** Aborted when the process is asked to end before it is ready. */
  readonly signal: AbortSignal;
}

/** Runs the process until SIGTERM or SIGINT. Exits with 2 when the environment makes no sense, with 1 on a failure. */
export function runComponentProcess(component: ComponentProcess): void {
  start(component).catch((error: unknown) => {
    if (error instanceof SettingsError) {
      process.stderr.write(error.problems.map((problem) => `${component.name}: ${problem}\n`).join(''));
      process.exit(2);
    }
    if (error instanceof PluginModuleError) {
      process.stderr.write(`${component.name}: ORRERY_SCHEDULER_PLUGINS: ${error.message}\n`);
      process.exit(2);
    }
    process.stderr.write(
      `${component.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  });
}

async function start(component: ComponentProcess): Promise<void> {
  const environment = readSettings(PROCESS_SETTINGS, { environment: process.env });
  const plugins = loadPluginModules(environment.schedulerPlugins, { maxVolumes: environment.maxVolumes });
  const logger = createLogger(component.name, environment.logLevel);
  const metrics = new Metrics();
  const ending = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  stopOnSignal(async () => {
    ending.abort();
    for (const stop of stops.splice(0).reverse()) await stop();
  }, logger);
  let unready: () => readonly string[] = () => ['start-up'];
  const { healthHost: host, healthPort: port } = environment;
  const health = await startHealthServer({ host, port, metrics, unready: () => unready() });
  stops.push(() => health.stop());
  try {
    const setting = { environment, logger, signal: ending.signal };
    await (component.prepare ?? migrated)(setting);
    const plane = await open(component, setting, { metrics, plugins });
    stops.push(() => plane.stop());
    await plane.start();
    const stopServing = await component.serve?.(plane, setting);
    if (stopServing) stops.push(stopServing);
    unready = () => plane.unready();
    logger.info({ process: plane.processId, healthPort: health.port }, 'ready');
  } catch (error) {
    // Whoever asked us to end while we were starting hears no complaint.
    if (!ending.signal.aborted) throw error;
  }
}

async function open(
  component: ComponentProcess,
  { environment, logger }: StartSetting,
  { metrics, plugins }: { readonly metrics: Metrics; readonly plugins: PluginRegistry },
): Promise<ControlPlane> {
  const shards = shardsOf(environment);
  const { databaseUrl, redisUrl } = environment;
  return ControlPlane.open({
    databaseUrl,
    queues: redisUrl === undefined ? { kind: 'postgres', url: databaseUrl } : { kind: 'redis', url: redisUrl },
    isAlone: false,
    shards,
    components: component.components(shards),
    logger,
    metrics,
    plugins,
  });
}

/** How many shards each queue has in a distributed control plane. */
export function shardsOf({
  clusterShards,
  kubeletShards,
}: Pick<ProcessSettings, 'clusterShards' | 'kubeletShards'>): Shards {
  return {
    scheduling: clusterShards,
    kubelet: kubeletShards,
    heartbeats: clusterShards,
    evictions: clusterShards,
    descheduling: clusterShards,
    reconcile: clusterShards,
  };
}

async function migrated({ environment, logger, signal }: StartSetting): Promise<void> {
  const waiting = (reason: string): void => logger.info({ reason }, 'waiting for the database to be migrated');
  await awaitMigrations(environment.databaseUrl, { signal, waiting });
}
