import { Module, type DynamicModule } from '@nestjs/common';
import type { Shards } from '@orrery/control-plane';
import type { PluginRegistry } from '@orrery/scheduling';
import { Metrics, type Logger } from '@orrery/service';
import { StartSequence } from './start-sequence';

/** The log of the program, a `Logger`. */
export const LOGGER = Symbol('logger');
/** Into how many units work is split, as `Shards`. */
export const SHARDS = Symbol('shards');
/** The scheduler plugins of the program, a `PluginRegistry`. */
export const PLUGINS = Symbol('scheduler plugins');

/** Services that all parts of a program share. */
export interface ProcessParts {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly sequence: StartSequence;
  readonly shards: Shards;
  readonly plugins: PluginRegistry;
}

/** Log, metrics, start sequence, shards and plugins of the program, for all its modules. */
@Module({})
export class ProcessModule {
  static for({ logger, metrics, sequence, shards, plugins }: ProcessParts): DynamicModule {
    return {
      global: true,
      module: ProcessModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
        { provide: StartSequence, useValue: sequence },
        { provide: SHARDS, useValue: shards },
        { provide: PLUGINS, useValue: plugins },
      ],
      exports: [LOGGER, Metrics, StartSequence, SHARDS, PLUGINS],
    };
  }
}
