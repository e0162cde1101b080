import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidAccessOptions, isAuthenticated, loadAccess, type LoadedAccess } from '@orrery/access-control';
import { AuthorizationMode, loadPluginModules, PluginModuleError, SOLO_SHARDS } from '@orrery/control-plane';
import { ControlPlaneModule, startProgram, type StartSequence } from '@orrery/program';
import type { ServerFiles } from '@orrery/postgres';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import type { PluginRegistry } from '@orrery/scheduling';
import { Metrics, type Logger } from '@orrery/service';
import type { StandaloneSettings } from '@orrery/settings';
import { ALL_COMPONENTS } from './components';
import { embeddedDatabase } from './embedded-database';
import { ephemeralFolder, requireFreePort, requireWritableFile, writableFolder } from './folders';
import { requireSafeExposure } from './exposure';
import { UsageError } from './options';
import { StandaloneModule, StandaloneService } from './standalone.service';
import type { Addresses } from './welcome';

/** A running control plane in this process. */
export interface Standalone {
  readonly welcome: Addresses;
  /** Stops everything in order; persistent state is on disk before this resolves. */
  stop(): Promise<void>;
}

/** Parts that a start uses besides its settings. */
export interface StandaloneStart {
  readonly logger: Logger;
  readonly sequence: StartSequence;
  /** Files from which its database is started. */
  readonly files: Promise<ServerFiles>;
  /** Called with the reason when the database cannot be kept running: the process is of no use any more. */
  readonly failed: (reason: string) => void;
}

/**
 * Starts database, control plane and API server; undefined if the process was asked to end meanwhile. Throws
 * {@link UsageError} for what the user can correct.
 */
export async function startStandalone(
  settings: StandaloneSettings,
  { logger, sequence, files, failed }: StandaloneStart,
): Promise<Standalone | undefined> {
  const { ephemeral, dataDir } = settings;
  requireSafeExposure(settings);
  await requireFreePort(settings);
  const plugins = loadPlugins(settings);
  const hasUsers = isAuthenticated({ ...settings, mode: settings.authorizationMode });
  // Over HTTPS kubectl asks for a name and a password unless it has something to show, also where the server does not look at it.
  const needsToken = hasUsers || settings.tls || settings.tlsCertFile !== undefined;
  const adminToken = needsToken ? randomBytes(32).toString('base64url') : undefined;
  const access = readAccess(settings, adminToken);
  if (settings.kubeconfig) requireWritableFile(settings.kubeconfig, '--kubeconfig');
  const folder = ephemeral ? ephemeralFolder() : writableFolder(dataDir, '--data-dir');
  const kubeconfig = settings.kubeconfig ?? join(folder, 'kubeconfig');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // A process that does not stop in order leaves nothing behind either.
  if (ephemeral) process.once('exit', remove);
  const controlPlane = ControlPlaneModule.for({
    database: embeddedDatabase({ folder, ephemeral, files, failed, remove }),
    isAlone: true,
    // As the server decides: by roles where there are users.
    authorizationMode:
      settings.authorizationMode ?? (hasUsers ? AuthorizationMode.Rbac : AuthorizationMode.AlwaysAllow),
    components: ALL_COMPONENTS,
  });
  const parts = { logger, metrics: new Metrics(), sequence, shards: SOLO_SHARDS, plugins };
  const server = StandaloneModule.for({ settings, access, adminToken, kubeconfig }, controlPlane);
  const program = await startProgram(parts, [server]);
  return program && { welcome: program.app.get(StandaloneService, { strict: false }).welcome, stop: program.stop };
}

function readAccess(
  { authorizationMode: mode, ...options }: StandaloneSettings,
  adminToken: string | undefined,
): LoadedAccess {
  try {
    return loadAccess({ mode, ...options }, adminToken);
  } catch (error) {
    if (error instanceof InvalidAccessOptions) throw new UsageError(`access: ${error.message}`);
    throw error;
  }
}

function loadPlugins({ schedulerPlugins, maxVolumes }: StandaloneSettings): PluginRegistry {
  try {
    return loadPluginModules(schedulerPlugins, builtInPlugins(maxVolumes));
  } catch (error) {
    if (error instanceof PluginModuleError) throw new UsageError(`--scheduler-plugins: ${error.message}`);
    throw error;
  }
}
