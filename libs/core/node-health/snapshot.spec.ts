import { nodeHealthSettings } from './settings/settings';
import { NodeLifecycleController } from './node-lifecycle-controller';
import { TaintManager } from './evictions/taint-manager';
import { names, SimulatedCluster } from './testing/simulated-cluster';

const settings = nodeHealthSettings('k8s-1.20');

function cluster(): SimulatedCluster {
  const made = new SimulatedCluster(settings).addZone('a', 20, 'a', 2).addZone('b', 3);
  for (const node of names('a', 1, 5, 2)) made.addPod(`on-${node}`, node);
  return made.dies(0, ...names('a', 1, 9, 2)).dies(30, 'b1');
}
/** Replaces both controllers by ones restored from JSON. */
function restore(running: SimulatedCluster): void {
  const leases = [...running.nodes.keys()].map((nodeName) => ({ nodeName, renewTimeMs: -1 }));
  const copy = <T>(state: T): T => JSON.parse(JSON.stringify(state)) as T;
  running.controller = NodeLifecycleController.fromState(copy(running.controller.toState()), settings);
  running.controller.leases.renewedAll(leases);
  for (const node of running.nodes.values()) running.controller.nodeChanged(undefined, node, 0);
  running.taintManager = TaintManager.fromState(copy(running.taintManager.toState()), settings, {
    nodes: running.nodes.values(),
    pods: running.pods.values(),
  });
}

test.each([3, 47, 53, 95, 120, 352])('restored at %i the cluster goes on as if nothing had happened', (at) => {
  const untouched = cluster().runUntil(600);
  const restored = cluster().runUntil(at);
  restore(restored);
  expect(restored.runUntil(600).log).toEqual(untouched.log);
});
