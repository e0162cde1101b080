import { actingAs, type Actor, type ClusterRuntime } from '@orrery/control-plane';
import { isAdministrator } from './access-control';

/** The cluster as a client has it. For administrators it is the cluster itself where requests need no turns. */
export function clusterFor(runtime: ClusterRuntime, actor: Actor): ClusterRuntime {
  if (!isAdministrator(actor)) return actingAs(runtime, actor);
  return runtime.rounds.areOn ? actingAs(runtime, undefined) : runtime;
}
