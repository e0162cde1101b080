import { NodeHealth, type BoardNode } from './board-node';
import { PodHealth, type BoardPod } from './board-pod';

/** A ready node with 4 CPUs, for specs. */
export function aNode(name: string, changes: Partial<BoardNode> = {}): BoardNode {
  return {
    uid: `uid-${name}`,
    name,
    zone: 'a',
    labels: {},
    health: NodeHealth.Ready,
    isCordoned: false,
    pressures: [],
    taints: [],
    cpuMillis: 4000,
    memoryBytes: 16 * 2 ** 30,
    pods: 110,
    ...changes,
  };
}

/** A pod that is ready on node-1, for specs. */
export function aPod(uid: string, changes: Partial<BoardPod> = {}): BoardPod {
  return {
    uid,
    namespace: 'default',
    name: uid,
    labels: {},
    application: 'web',
    owner: undefined,
    nodeName: 'node-1',
    health: PodHealth.Ready,
    waitsFor: undefined,
    priority: 0,
    qos: 'Burstable',
    cpuMillis: 500,
    memoryBytes: 2 ** 28,
    createdAtMs: 0,
    ...changes,
  };
}
