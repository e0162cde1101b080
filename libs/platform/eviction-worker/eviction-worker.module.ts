import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { evictionsKind } from './eviction-worker';

const component = componentProvider('evictions', ({ evictions }) => evictionsKind(evictions));

/** The component that carries out evictions. */
@Module({ providers: [component], exports: [component] })
export class EvictionWorkerModule {
  static readonly component = component;
}
