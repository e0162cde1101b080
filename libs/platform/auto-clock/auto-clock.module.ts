import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { autoClockKind } from './auto-clock.component';

const component = componentProvider('auto-clock', ({ scheduling }) => autoClockKind(scheduling));

/** The component that moves clocks which go on by themselves. */
@Module({ providers: [component], exports: [component] })
export class AutoClockModule {
  static readonly component = component;
}
