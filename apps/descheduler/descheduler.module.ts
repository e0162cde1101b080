import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { deschedulerKind } from './descheduler.component';

const component = componentProvider('descheduler', ({ descheduling }) => deschedulerKind(descheduling));

/** The component that runs the descheduler on its schedule. */
@Module({ providers: [component], exports: [component] })
export class DeschedulerModule {
  static readonly component = component;
}
