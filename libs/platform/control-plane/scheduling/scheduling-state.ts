import { Kinds, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import type { Scheduler, SchedulerState } from '@orrery/scheduling';
import { Operation, type Change, type ClusterCache } from '@orrery/store';

/** Resources that the scheduler's rules read besides nodes and pods. */
const SCHEDULING_OBJECTS: ReadonlySet<string> = new Set([
  'namespaces',
  'priorityclasses.scheduling.k8s.io',
  'poddisruptionbudgets.policy',
  'services',
  'replicationcontrollers',
  'replicasets.apps',
  'statefulsets.apps',
  'persistentvolumes',
  'persistentvolumeclaims',
  'storageclasses.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csidrivers.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'deviceclasses.resource.k8s.io',
]);

type Engine = Pick<Scheduler, 'nodeChanged' | 'podChanged' | 'objectChanged'>;

/** Gives a scheduling engine the state of a cluster; pods come in the order in which they were created. */
export function loadSchedulingState(engine: Engine, cache: ClusterCache): void {
  loadObjects(engine, cache);
  for (const node of cache.list(Kinds.Node)) engine.nodeChanged(undefined, node);
  for (const pod of byAge(cache.list(Kinds.Pod))) engine.podChanged(undefined, pod as Pod);
}

/** Restores a captured engine, with the objects as of the capture. */
export function restoreSchedulingState(engine: Scheduler, cache: ClusterCache, state: SchedulerState): void {
  loadObjects(engine, cache);
  const pods = new Map(cache.list(Kinds.Pod).map((pod) => [pod.metadata.uid, pod as Pod]));
  engine.restore(state, {
    node: (name) => cache.get(Kinds.Node, '', name),
    pod: (uid) => {
      const pod = pods.get(uid);
      if (!pod) throw new Error(`the state of the scheduler is of another pod ${uid}`);
      return pod;
    },
  });
}

/** Brings an engine up to date with changes to anything but pods; those go to `podChanged`. */
export function followSchedulingState(
  engine: Engine,
  changes: readonly Change[],
  podChanged: (change: Change, after: KubeObject | undefined) => void,
): void {
  for (const change of changes) {
    const { key, operation, object, previous } = change;
    const after = operation === Operation.Delete ? undefined : object;
    if (key.resource === 'pods') podChanged(change, after);
    else if (key.resource === 'nodes') {
      engine.nodeChanged(previous as Node | undefined, after as Node | undefined);
    } else if (SCHEDULING_OBJECTS.has(key.resource)) engine.objectChanged(previous, after);
  }
}

function loadObjects(engine: Engine, cache: ClusterCache): void {
  for (const resource of SCHEDULING_OBJECTS)
    for (const object of cache.list(resource)) engine.objectChanged(undefined, object);
}

function byAge(pods: KubeObject[]): KubeObject[] {
  return pods.sort(
    (a, b) =>
      compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) || compare(a.metadata.name, b.metadata.name),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
