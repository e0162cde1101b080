import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { schedulerKind } from './scheduler.component';

const component = componentProvider('scheduler', ({ scheduling }) => schedulerKind(scheduling));

/** The component that runs the schedulers of clusters. */
@Module({ providers: [component], exports: [component] })
export class SchedulerModule {
  static readonly component = component;
}
