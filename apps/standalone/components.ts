import { routerKind, type ComponentKind, type Shards } from '@orrery/control-plane';
import { evictionsKind } from '../api-server/evictions/evictions.component';
import { deschedulerKind } from '../descheduler/descheduler.component';
import { controllerManagerKind } from '../controller-manager/controller-manager.component';
import { kubeletKind } from '../kubelet/kubelet.component';
import { nodeLifecycleKind } from '../node-lifecycle-controller/node-lifecycle.component';
import { schedulerKind } from '../scheduler/scheduler.component';

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
