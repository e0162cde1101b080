import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { routerKind } from './router';

const component = componentProvider('router', ({ scheduling }) => routerKind(scheduling));

/** The component that follows the log and sends work to queues. */
@Module({ providers: [component], exports: [component] })
export class RouterModule {
  static readonly component = component;
}
