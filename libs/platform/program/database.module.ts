import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from '@orrery/service';
import { applyMigrations, awaitDatabase, awaitMigrations } from '@orrery/store';
import { LOGGER } from './process.module';
import { StartSequence } from './start-sequence';

/** Source of a program's database with the current schema. */
export interface DatabaseSource {
  /** Returns the URL of the database. */
  open(start: { readonly logger: Logger; readonly signal: AbortSignal }): Promise<string>;
  /** Called when nothing uses the database any more. */
  close?(): Promise<void>;
}

/** A database that another program migrates. */
export function migratedDatabase(url: string): DatabaseSource {
  return {
    open: async ({ logger, signal }) => {
      const waiting = (reason: string): void => logger.info({ reason }, 'waiting for the database to be migrated');
      await awaitMigrations(url, { signal, waiting });
      return url;
    },
  };
}

/** A database that this program migrates. */
export function migratingDatabase(url: string): DatabaseSource {
  return {
    open: async ({ logger, signal }) => {
      const waiting = (reason: string): void => logger.info({ reason }, 'waiting for the database');
      await awaitDatabase(url, { signal, waiting });
      const applied = await applyMigrations(url);
      if (applied.length > 0) logger.info({ applied }, 'database migrated');
      return url;
    },
  };
}

const SOURCE = Symbol('database source');

/** The database of the program. */
@Injectable()
export class DatabaseService implements OnApplicationBootstrap, OnApplicationShutdown {
  private openedUrl: string | undefined;

  constructor(
    @Inject(SOURCE) private readonly source: DatabaseSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(StartSequence) private readonly sequence: StartSequence,
  ) {}

  /** The URL of the database. Throws before it is open. */
  get url(): string {
    if (this.openedUrl === undefined) throw new Error('the database is not open');
    return this.openedUrl;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { logger, sequence } = this;
    await sequence.start(async () => {
      this.openedUrl = await this.source.open({ logger, signal: sequence.signal });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sequence.stop(async () => this.source.close?.());
  }
}

/** A database with the current schema. */
@Module({})
export class DatabaseModule {
  static for(source: DatabaseSource): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: SOURCE, useValue: source }, DatabaseService],
      exports: [DatabaseService],
    };
  }
}
