import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { servingOf, type LoadedAccess } from '@orrery/access-control';
import { startApiServer, type ApiServer } from '@orrery/api-server';
import { ClockMode, standsStill } from '@orrery/clock';
import {
  ensureCluster,
  MasterConfigError,
  SchedulerConfigError,
  setMasterConfigFile,
  setSchedulerConfigFile,
  type ClusterRuntime,
} from '@orrery/control-plane';
import { ControlPlaneService, LOGGER, StartSequence } from '@orrery/program';
import { kubeconfigFor, writeKubeconfig } from '@orrery/sdk';
import type { Logger } from '@orrery/service';
import type { StandaloneSettings } from '@orrery/settings';
import { asPortError } from './folders';
import { optionsOfNewClusters } from './kept-cluster';
import { UsageError } from './options';
import type { Addresses } from './welcome';

/** Options of the server of the standalone program. */
export interface StandaloneServerOptions {
  readonly settings: StandaloneSettings;
  readonly access: LoadedAccess;
  /** Token of the administrator in the kubeconfig; undefined where clients show nothing. */
  readonly adminToken: string | undefined;
  /** File that the kubeconfig is written to. */
  readonly kubeconfig: string;
}

const CLUSTER = 'default';
const OPTIONS = Symbol('standalone server options');

/** Creates the default cluster if there is none, serves the APIs and writes the kubeconfig. */
@Injectable()
export class StandaloneService implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: ApiServer | undefined;
  private shown: Addresses | undefined;

  constructor(
    @Inject(OPTIONS) private readonly options: StandaloneServerOptions,
    @Inject(ControlPlaneService) private readonly controlPlane: ControlPlaneService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(StartSequence) private readonly sequence: StartSequence,
  ) {}

  /** Returns the addresses for the user. Throws before the server listens. */
  get welcome(): Addresses {
    if (!this.shown) throw new Error('the server does not listen');
    return this.shown;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sequence.start(async () => {
      const { plane } = this.controlPlane;
      const { settings, access, adminToken, kubeconfig } = this.options;
      const { nodes, zones, seed, clock, bundle, leftOut, host, port, dataDir, ephemeral } = settings;
      const made = {
        name: CLUSTER,
        nodes,
        zones,
        seed,
        clock,
        settings: { bundle, ...(leftOut.length > 0 ? { leftOut } : {}) },
      };
      if (settings.record && !standsStill(clock)) throw new UsageError('--record needs --clock manual or --clock auto');
      const notFollowed = (await plane.cluster(CLUSTER)) ? optionsOfNewClusters(settings) : [];
      const cluster = await ensureCluster(plane, { ...made, isRecorded: settings.record });
      if (settings.masterConfig) await useMasterConfig(cluster, settings.masterConfig);
      if (settings.schedulerConfig) await useSchedulerConfig(cluster, settings.schedulerConfig);
      const { serving: choice, ...control } = access;
      const serving = servingOf(choice, plane.authority, Date.now());
      const serve = { plane, host, port, logger: this.logger, tls: serving?.tls, ...control };
      this.server = await startApiServer(serve).catch((error: unknown) => {
        throw asPortError(port, error);
      });
      const url = publishedUrl(this.server.url, settings.publishedHost);
      const address = {
        url,
        ...(adminToken === undefined ? {} : { token: adminToken }),
        ...(serving === undefined ? {} : { ca: serving.trusted.toString() }),
      };
      writeKubeconfig(kubeconfig, kubeconfigFor(address, [CLUSTER]));
      const { mode, rate } = cluster.clock.setting;
      this.shown = {
        url,
        kubeconfig,
        clock: mode === ClockMode.Scaled ? `${rate}x` : mode,
        seed: cluster.seed,
        nodes: cluster.cache.count('nodes'),
        dataDir,
        ephemeral,
        notFollowed,
      };
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequence.stop(async () => this.server?.close());
  }
}

/** The server of the standalone program over its control plane. */
@Module({})
export class StandaloneModule {
  static for(
    options: StandaloneServerOptions,
    controlPlane: NonNullable<ModuleMetadata['imports']>[number],
  ): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [controlPlane],
      providers: [{ provide: OPTIONS, useValue: options }, StandaloneService],
    };
  }
}

/** Returns the URL by which clients reach the server, if it differs from the address it listens on; the port is the same. */
function publishedUrl(url: string, host: string | undefined): string {
  if (host === undefined) return url;
  const address = new URL(url);
  address.hostname = host.includes(':') ? `[${host}]` : host;
  return address.origin;
}

async function useMasterConfig(cluster: ClusterRuntime, file: string): Promise<void> {
  try {
    await setMasterConfigFile(cluster, file);
  } catch (error) {
    if (error instanceof MasterConfigError) throw new UsageError(`--master-config: ${error.message}`);
    throw error;
  }
}

async function useSchedulerConfig(cluster: ClusterRuntime, file: string): Promise<void> {
  try {
    await setSchedulerConfigFile(cluster, file);
  } catch (error) {
    if (error instanceof SchedulerConfigError) throw new UsageError(`--scheduler-config: ${error.message}`);
    throw error;
  }
}
