import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { autoClockKind } from './auto-clock.component';

const component = componentProvider('auto-clock', ({ scheduling }) => autoClockKind(scheduling));

/** Provides the component that advances auto clocks. */
@Module({ providers: [component], exports: [component] })
export class AutoClockModule {
  static readonly component = component;
}
