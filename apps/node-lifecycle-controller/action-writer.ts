import type { KubeObject, Node, Pod } from '@orrery/api-types';
import type {
  ComponentContext,
  Modification,
  IdentityPort,
  ObjectsPort,
  ClockPort,
  EventsPort,
  LogPort,
} from '@orrery/control-plane';
import {
  applyTaintChange,
  nodeEvent,
  podEviction,
  podNotReadyMark,
  type DeletePod,
  type EventRecord,
  type EvictPods,
  type NodeLifecycleAction,
  type TaintManagerAction,
} from '@orrery/node-health';
import { ClusterGoneError, FencedError } from '@orrery/store';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort;

type Action = Exclude<NodeLifecycleAction | TaintManagerAction, { kind: 'deletePod' }>;

/** Writes what the engines decided, in one batch. */
export class ActionWriter {
  /** @param deletePods takes pods to delete once everything else about them is written. */
  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly deletePods: (deletions: readonly DeletePod[]) => void,
  ) {}

  /** Writes actions. Returns the nodes whose conditions could not be written because the node had changed. */
  async write(actions: readonly Action[]): Promise<Set<string>> {
    const { cluster, fence } = this.context;
    const conflicts = new Set<string>();
    const modifications: Modification[] = [];
    const events: EventRecord[] = [];
    const deletions: DeletePod[] = [];
    for (const action of actions) {
      if (action.kind === 'event') events.push(action.event);
      else if (action.kind === 'markPodsNotReady') this.markPods(action.nodeName, modifications, events);
      else if (action.kind === 'evictPods') this.evictPods(action, { modifications, events, deletions });
      else modifications.push(this.modificationFor(action, conflicts));
    }
    if (events.length > 0) this.record(events);
    if (modifications.length > 0) await cluster.store.modifySoon(modifications, fence);
    if (deletions.length > 0) this.deletePods(deletions);
    return conflicts;
  }

  /** Events wait for a lull. */
  record(events: readonly EventRecord[]): void {
    const { cluster, fence } = this.context;
    cluster.events.record(events.map(toNote), fence);
  }

  report(err: unknown, message: string): void {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    this.context.cluster.log.error({ err, cluster: this.context.cluster.id }, message);
  }

  private modificationFor(
    action: Exclude<Action, { kind: 'event' | 'markPodsNotReady' | 'evictPods' }>,
    conflicts: Set<string>,
  ): Modification {
    switch (action.kind) {
      case 'setNodeTaints':
        return modifyNode(action, (node) => ({
          ...node,
          spec: { ...node.spec, taints: applyTaintChange(node.spec.taints, action) },
        }));
      case 'setNodeLabels':
        return modifyNode(action, (node) => ({
          ...node,
          metadata: { ...node.metadata, labels: { ...node.metadata.labels, ...action.labels } },
        }));
      case 'patchNodeConditions':
        return modifyNode(action, (node) => {
          if (node.metadata.resourceVersion !== action.resourceVersion) {
            conflicts.add(action.nodeName);
            return undefined;
          }
          conflicts.delete(action.nodeName);
          const conditions = mergeConditions(node.status?.conditions, action.conditions);
          return { ...node, status: { ...node.status, conditions } };
        });
      case 'patchPodCondition':
        return {
          key: { resource: 'pods', namespace: action.namespace, name: action.name },
          change: (object) => {
            const pod = object as Pod;
            if (pod.metadata.uid !== action.uid) return undefined;
            const conditions = mergeConditions(pod.status?.conditions, [action.condition]);
            return { ...pod, status: { ...pod.status, conditions } };
          },
        };
    }
  }

  /** Evicts all pods of a lost node without a taint manager, except those that a DaemonSet would make again. */
  private evictPods(
    { nodeName, uid }: EvictPods,
    into: { modifications: Modification[]; events: EventRecord[]; deletions: DeletePod[] },
  ): void {
    const evicted: DeletePod[] = [];
    const ofPods: EventRecord[] = [];
    for (const pod of this.podsOn(nodeName)) {
      const { status, deletion } = podEviction(pod, nodeName, this.isOfDaemonSet(pod));
      if (status) into.modifications.push(modifyPodStatus(pod, status));
      if (!deletion) continue;
      ofPods.push(deletion[0].event);
      evicted.push(deletion[1]);
    }
    if (evicted.length > 0) into.events.push(nodeEvent('DeletingAllPods', nodeName, uid).event, ...ofPods);
    into.deletions.push(...evicted);
  }

  private isOfDaemonSet({ metadata }: Pod): boolean {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    if (owner?.kind !== 'DaemonSet') return false;
    const key = { resource: 'daemonsets.apps', namespace: metadata.namespace ?? '', name: owner.name };
    return this.context.cluster.cache.get(key) !== undefined;
  }

  private podsOn(nodeName: string): Pod[] {
    const pods = this.context.cluster.cache.podsOn(nodeName);
    return pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  private markPods(nodeName: string, modifications: Modification[], events: EventRecord[]): void {
    const { clock } = this.context.cluster;
    for (const pod of this.podsOn(nodeName)) {
      const mark = podNotReadyMark(pod, clock.now());
      if (!mark) continue;
      modifications.push(this.modificationFor(mark[0], new Set()));
      events.push(mark[1].event);
    }
  }
}

function modifyNode(action: { nodeName: string; uid: string }, change: (node: Node) => Node | undefined): Modification {
  return {
    key: { resource: 'nodes', namespace: '', name: action.nodeName },
    change: (object) => {
      const node = object as Node;
      return node.metadata.uid === action.uid ? change(node) : undefined;
    },
  };
}

function modifyPodStatus({ metadata }: Pod, status: object): Modification {
  return {
    key: { resource: 'pods', namespace: metadata.namespace ?? '', name: metadata.name },
    change: (object) =>
      object.metadata.uid === metadata.uid
        ? ({ ...object, status: { ...(object.status as object), ...status } } as KubeObject)
        : undefined,
  };
}

function mergeConditions<C extends { type: string }>(current: readonly C[] | undefined, changed: readonly C[]): C[] {
  const merged = (current ?? []).map((old) => changed.find((condition) => condition.type === old.type) ?? old);
  const added = changed.filter((condition) => !current?.some((old) => old.type === condition.type));
  return [...merged, ...added];
}

function toNote({
  regarding,
  ...event
}: EventRecord): Parameters<ComponentContext['cluster']['events']['record']>[0][number] {
  const apiVersion = regarding.kind === 'Zone' ? 'sim.orrery.dev/v1' : 'v1';
  return { ...event, involvedObject: { apiVersion, ...regarding } };
}
