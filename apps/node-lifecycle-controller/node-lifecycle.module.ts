import { Module } from '@nestjs/common';
import { componentProvider } from '@orrery/program';
import { nodeLifecycleKind } from './node-lifecycle.component';

const component = componentProvider('node-lifecycle-controller', ({ heartbeats }) => nodeLifecycleKind(heartbeats));

/** The component that monitors nodes, taints them and orders evictions. */
@Module({ providers: [component], exports: [component] })
export class NodeLifecycleModule {
  static readonly component = component;
}
