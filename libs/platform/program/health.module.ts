import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Metrics, startHealthServer } from '@orrery/service';
import { StartSequence } from './start-sequence';

/** Address of a worker's health endpoint; port 0 takes any free port. */
export interface HealthAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = Symbol('health address');

/**
 * Serves liveness, readiness and metrics of a worker, before everything else is started and until everything else has
 * stopped.
 */
@Injectable()
export class HealthService implements OnModuleInit, OnApplicationShutdown {
  /** Names what is not ready. */
  unready: () => readonly string[] = () => ['start-up'];
  private server: { readonly port: number; stop(): Promise<void> } | undefined;

  constructor(
    @Inject(ADDRESS) private readonly address: HealthAddress,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(StartSequence) private readonly sequence: StartSequence,
  ) {}

  /** The port that it listens on; undefined before it does. */
  get port(): number | undefined {
    return this.server?.port;
  }

  async onModuleInit(): Promise<void> {
    await this.sequence.start(async () => {
      const { metrics } = this;
      this.server = await startHealthServer({ ...this.address, metrics, unready: () => this.unready() });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequence.stop(async () => this.server?.stop());
  }
}

/** The health of a worker over HTTP. */
@Module({})
export class HealthModule {
  static for(address: HealthAddress): DynamicModule {
    return {
      global: true,
      module: HealthModule,
      providers: [{ provide: ADDRESS, useValue: address }, HealthService],
      exports: [HealthService],
    };
  }
}
