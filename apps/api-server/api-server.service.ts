import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { loadAccess, servingOf } from '@orrery/access-control';
import { DEFAULT_CLUSTER } from '@orrery/api-protocol';
import { ensureCluster, setMasterConfigFile, setSchedulerConfigFile } from '@orrery/control-plane';
import { ControlPlaneService, LOGGER, StartSequence } from '@orrery/program';
import type { Logger } from '@orrery/service';
import type { ApiServerSettings } from '@orrery/settings';
import { startApiServer, type ApiServer } from './start-api-server';

const SETTINGS = Symbol('settings of the API server');

/** Creates the default cluster if there is none, and serves the APIs; both when the components run. */
@Injectable()
class ApiServerService implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: ApiServer | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: ApiServerSettings,
    @Inject(ControlPlaneService) private readonly controlPlane: ControlPlaneService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(StartSequence) private readonly sequence: StartSequence,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.sequence.start(async () => {
      const { plane } = this.controlPlane;
      const { host, port, nodes, zones, seed, clock, bundle, leftOut, schedulerConfig, masterConfig } = this.settings;
      const { authorizationMode: mode, ...files } = this.settings;
      const { serving, ...access } = loadAccess({ mode, ...files });
      const settings = { bundle, ...(leftOut.length > 0 ? { leftOut } : {}) };
      const cluster = { name: DEFAULT_CLUSTER, nodes, zones, seed, clock, settings };
      const runtime = await ensureCluster(plane, cluster);
      if (masterConfig !== undefined) await setMasterConfigFile(runtime, masterConfig);
      if (schedulerConfig !== undefined) await setSchedulerConfigFile(runtime, schedulerConfig);
      const tls = servingOf(serving, plane.authority, Date.now())?.tls;
      this.server = await startApiServer({ plane, host, port, logger: this.logger, tls, ...access });
      this.logger.info({ url: this.server.url }, 'serving');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequence.stop(async () => this.server?.close());
  }
}

/** The server of both APIs in a program with this control plane. */
@Module({})
export class ApiServerProgramModule {
  static for(settings: ApiServerSettings, controlPlane: NonNullable<ModuleMetadata['imports']>[number]): DynamicModule {
    return {
      module: ApiServerProgramModule,
      imports: [controlPlane],
      providers: [{ provide: SETTINGS, useValue: settings }, ApiServerService],
    };
  }
}
