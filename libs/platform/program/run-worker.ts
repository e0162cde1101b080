import { loadPluginModules, PluginModuleError, shardsOf } from '@orrery/control-plane';
import { createLogger, giveMemoryBackAtRest, Metrics, stopOnSignal, type Logger } from '@orrery/service';
import { PROCESS_SETTINGS, readSettings, SettingsError, type ProcessSettings } from '@orrery/settings';
import type { PluginRegistry } from '@orrery/scheduling';
import type { ModuleMetadata } from '@nestjs/common';
import type { ComponentModule } from './component-module';
import { ControlPlaneModule, ControlPlaneService } from './control-plane.module';
import { migratedDatabase, type DatabaseSource } from './database.module';
import { HealthModule, HealthService } from './health.module';
import { startProgram } from './run-program';
import { StartSequence } from './start-sequence';

/** Program of a control plane of separate processes. */
export interface Worker {
  /** Its name in logs. */
  readonly name: string;
  readonly components: readonly ComponentModule[];
  /**
   * Returns the built-in scheduler plugins for a program that schedules or validates the configuration of a scheduler;
   * `maxVolumes` is the text of `KUBE_MAX_PD_VOLS`.
   */
  readonly plugins?: (maxVolumes: string | undefined) => PluginRegistry;
  /** Source of the database; by default one that another program migrates. */
  readonly database?: (settings: ProcessSettings) => DatabaseSource;
  /** Modules besides the control plane, which they may import. */
  readonly modules?: (controlPlane: NonNullable<ModuleMetadata['imports']>[number]) => ModuleMetadata['imports'];
}

/** Runs the program until SIGTERM or SIGINT. Exits with 2 for settings that cannot be used, with 1 on a failure. */
export function runWorker(worker: Worker): void {
  try {
    const settings = readSettings(PROCESS_SETTINGS, { environment: process.env });
    start(worker, settings).catch((error: unknown) => exitWith(worker.name, error));
  } catch (error) {
    exitWith(worker.name, error);
  }
}

async function start(worker: Worker, settings: ProcessSettings): Promise<void> {
  const { schedulerPlugins, maxVolumes, healthHost, healthPort, databaseUrl, redisUrl } = settings;
  const logger = createLogger(worker.name, settings.logLevel);
  const sequence = new StartSequence();
  const plugins = loadPluginModules(schedulerPlugins, worker.plugins?.(maxVolumes) ?? {});
  const parts = { logger, metrics: new Metrics(), sequence, shards: shardsOf(settings), plugins };
  const controlPlane = ControlPlaneModule.for({
    database: worker.database?.(settings) ?? migratedDatabase(databaseUrl),
    redisUrl,
    isAlone: false,
    components: worker.components,
  });
  const health = HealthModule.for({ host: healthHost, port: healthPort });
  const starting = startProgram(parts, [health, controlPlane, ...(worker.modules?.(controlPlane) ?? [])]);
  const stop = async (): Promise<void> => (await starting)?.stop();
  giveMemoryBackAtRest();
  stopOnSignal({ logger, abort: () => sequence.abort(), started: starting, stop });
  const program = await starting;
  if (program) reportReady(program.app.get(ControlPlaneService), program.app.get(HealthService), logger);
}

function reportReady(controlPlane: ControlPlaneService, health: HealthService, logger: Logger): void {
  controlPlane.markStarted();
  logger.info({ process: controlPlane.plane.processId, healthPort: health.port }, 'ready');
}

/** Ends the process with what a program failed with: 2 for settings that cannot be used, else 1. */
export function exitWith(name: string, error: unknown): never {
  const isOfUser = error instanceof SettingsError || error instanceof PluginModuleError;
  process.stderr.write(
    textsOf(error)
      .map((text) => `${name}: ${text}\n`)
      .join(''),
  );
  process.exit(isOfUser ? 2 : 1);
}

function textsOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.problems;
  if (error instanceof PluginModuleError) return [`ORRERY_SCHEDULER_PLUGINS: ${error.message}`];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
