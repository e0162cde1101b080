import {
  Inject,
  Injectable,
  Module,
  Optional,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ControlPlane, type AuthorizationMode, type ComponentKind, type Shards } from '@orrery/control-plane';
import type { PluginRegistry } from '@orrery/scheduling';
import { Metrics, type Logger } from '@orrery/service';
import type { ComponentModule } from './component-module';
import { DatabaseModule, DatabaseService, type DatabaseSource } from './database.module';
import { HealthService } from './health.module';
import { LOGGER, PLUGINS, SHARDS } from './process.module';
import { StartSequence } from './start-sequence';

/** Parts with which a program takes part in a control plane. */
export interface ControlPlaneModuleOptions {
  readonly database: DatabaseSource;
  /** Redis for the queues; the database if not given. */
  readonly redisUrl?: string | undefined;
  /** True if no other program works on the database. */
  readonly isAlone: boolean;
  /** Authorization mode for the users on whose behalf components act; by roles if not given. */
  readonly authorizationMode?: AuthorizationMode | undefined;
  /** The kinds of components that the program runs. */
  readonly components: readonly ComponentModule[];
}

const OPTIONS = Symbol('control plane options');
const COMPONENTS = Symbol('component kinds');

/** The control plane of the program: store, queues, clocks and clusters, and the components that it hosts. */
@Injectable()
export class ControlPlaneService implements OnApplicationBootstrap, OnApplicationShutdown {
  private opened: ControlPlane | undefined;

  constructor(
    @Inject(OPTIONS) private readonly options: ControlPlaneModuleOptions,
    @Inject(COMPONENTS) private readonly components: readonly ComponentKind[],
    @Inject(DatabaseService) private readonly database: DatabaseService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(SHARDS) private readonly shards: Shards,
    @Inject(PLUGINS) private readonly plugins: PluginRegistry,
    @Inject(StartSequence) private readonly sequence: StartSequence,
    @Optional() @Inject(HealthService) private readonly health: HealthService | undefined,
  ) {}

  /** Throws before it is open. */
  get plane(): ControlPlane {
    if (!this.opened) throw new Error('the control plane is not open');
    return this.opened;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sequence.start(async () => {
      const { components, logger, metrics, plugins, shards } = this;
      const { redisUrl, isAlone, authorizationMode } = this.options;
      const { url } = this.database;
      const queues =
        redisUrl === undefined ? ({ kind: 'postgres', url } as const) : ({ kind: 'redis', url: redisUrl } as const);
      this.opened = await ControlPlane.open({
        databaseUrl: url,
        queues,
        isAlone,
        shards,
        components,
        plugins,
        ...(authorizationMode === undefined ? {} : { authorizationMode }),
        logger,
        metrics,
      });
      await this.opened.start();
    });
  }

  /** The program can do its work from now on, as far as its control plane can. */
  markStarted(): void {
    const { plane, health } = this;
    if (health) health.unready = () => plane.unready();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequence.stop(async () => this.opened?.stop());
  }
}

/** A control plane with the components of the given modules. */
@Module({})
export class ControlPlaneModule {
  static for(options: ControlPlaneModuleOptions): DynamicModule {
    const { components, database } = options;
    return {
      module: ControlPlaneModule,
      imports: [DatabaseModule.for(database), ...components],
      providers: [
        { provide: OPTIONS, useValue: options },
        {
          provide: COMPONENTS,
          inject: components.map(({ component }) => component.provide),
          useFactory: (...kinds: ComponentKind[]) => kinds,
        },
        ControlPlaneService,
      ],
      exports: [ControlPlaneService],
    };
  }
}
