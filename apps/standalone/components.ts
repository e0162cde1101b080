import type { ComponentKind, Shards } from '@orrery/control-plane';
import { evictionsKind } from '@orrery/eviction-worker';
import { routerKind } from '@orrery/router';
import { deschedulerKind } from '@orrery/descheduler';
import { controllerManagerKind } from '@orrery/controller-manager';
import { kubeletKind } from '@orrery/kubelet';
import { nodeLifecycleKind } from '@orrery/node-lifecycle-controller';
import { schedulerKind } from '@orrery/scheduler';

/** Everything a control plane consists of, for a process that does it all. */
export function allComponents(shards: Shards): ComponentKind[] {
  return [
    schedulerKind(shards.scheduling),
    nodeLifecycleKind(shards.heartbeats),
    kubeletKind(shards.kubelet),
    controllerManagerKind(shards.reconcile),
    evictionsKind(shards.evictions),
    deschedulerKind(shards.descheduling),
    routerKind(1),
  ] as ComponentKind[];
}
