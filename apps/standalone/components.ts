import { AutoClockModule } from '@orrery/auto-clock';
import type { ComponentKind, Shards } from '@orrery/control-plane';
import { ControllerManagerModule } from '@orrery/controller-manager';
import { DeschedulerModule } from '@orrery/descheduler';
import { EvictionWorkerModule } from '@orrery/eviction-worker';
import { KubeletModule } from '@orrery/kubelet';
import { NodeLifecycleModule } from '@orrery/node-lifecycle-controller';
import type { ComponentModule } from '@orrery/program';
import { RouterModule } from '@orrery/router';
import { SchedulerModule } from '@orrery/scheduler';

/** Components of a whole control plane, for a process that runs all of them. */
export const ALL_COMPONENTS: readonly ComponentModule[] = [
  SchedulerModule,
  NodeLifecycleModule,
  KubeletModule,
  ControllerManagerModule,
  EvictionWorkerModule,
  DeschedulerModule,
  RouterModule,
  AutoClockModule,
];

/** The kinds of all components, for control planes without Nest. */
export function allComponents(shards: Shards): ComponentKind[] {
  return ALL_COMPONENTS.map(({ component }) => component.create(shards));
}
