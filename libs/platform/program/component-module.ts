import type { FactoryProvider } from '@nestjs/common';
import type { QueueName } from '@orrery/bus';
import type { ComponentKind, Shards } from '@orrery/control-plane';
import { SHARDS } from './process.module';

/** Provides one kind of component. */
export interface ComponentProvider extends FactoryProvider<ComponentKind> {
  /** The kind in a control plane with these shards. */
  readonly create: (shards: Shards) => ComponentKind;
}

/** A Nest module that adds a kind of component to the program which imports it. */
export interface ComponentModule {
  new (): object;
  readonly component: ComponentProvider;
}

/** Provider of a kind of component, for its module. `name` is that of the kind. */
export function componentProvider<Q extends QueueName>(
  name: string,
  create: (shards: Shards) => ComponentKind<Q>,
): ComponentProvider {
  // A host gives a component the jobs of the queues that its kind names, and no others.
  const createAny = create as (shards: Shards) => ComponentKind;
  return { provide: Symbol(`component ${name}`), inject: [SHARDS], useFactory: createAny, create: createAny };
}
