import type { KubeObject, Node, Pod } from '@orrery/api-types';
import type { ComponentContext, Modification } from '@orrery/control-plane';
import {
  applyTaintChange,
  podNotReadyMark,
  type EventRecord,
  type NodeLifecycleAction,
  type TaintManagerAction,
} from '@orrery/node-health';
import { ClusterGoneError, FencedError } from '@orrery/store';

type Action = Exclude<NodeLifecycleAction | TaintManagerAction, { kind: 'deletePod' }>;

/** Writes what the engines decided, in one batch. */
export class ActionWriter {
  constructor(private readonly context: ComponentContext) {}

  /** Answers with the nodes whose conditions could not be written because the node had changed. */
  async write(actions: readonly Action[]): Promise<Set<string>> {
    const { runtime, fence } = this.context;
    const conflicts = new Set<string>();
    const modifications: Modification[] = [];
    const events: EventRecord[] = [];
    for (const action of actions) {
      if (action.kind === 'event') events.push(action.event);
      else if (action.kind === 'markPodsNotReady') this.markPods(action.nodeName, modifications, events);
      else modifications.push(this.modificationFor(action, conflicts));
    }
    if (events.length > 0) runtime.events.record(events.map(toNote), fence);
    if (modifications.length > 0) await runtime.store.modify(modifications, fence);
    return conflicts;
  }

  report(err: unknown, message: string): void {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    this.context.runtime.plane.logger.error({ err, cluster: this.context.runtime.id }, message);
  }

  private modificationFor(
    action: Exclude<Action, { kind: 'event' | 'markPodsNotReady' }>,
    conflicts: Set<string>,
  ): Modification {
    switch (action.kind) {
      case 'setNodeTaints':
        return modifyNode(action, (node) => ({
          ...node,
          spec: { ...node.spec, taints: applyTaintChange(node.spec.taints, action) },
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
            const pod = object as unknown as Pod;
            if (pod.metadata.uid !== action.uid) return undefined;
            const conditions = mergeConditions(pod.status?.conditions, [action.condition]);
            return { ...pod, status: { ...pod.status, conditions } } as unknown as KubeObject;
          },
        };
    }
  }

  private markPods(nodeName: string, modifications: Modification[], events: EventRecord[]): void {
    const { cache, clock } = this.context.runtime;
    const pods = cache.podsOn(nodeName) as unknown as Pod[];
    for (const pod of pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
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
      const node = object as unknown as Node;
      return node.metadata.uid === action.uid ? (change(node) as unknown as KubeObject | undefined) : undefined;
    },
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
}: EventRecord): Parameters<ComponentContext['runtime']['events']['record']>[0][number] {
  return { ...event, involvedObject: { apiVersion: 'v1', ...regarding } };
}
