import type { Node, Pod } from '@orrery/api-types';
import {
  ActionType,
  CPU_SLOT,
  EPHEMERAL_STORAGE_SLOT,
  EventResource,
  hasNodeOrNomination,
  isExtendedResource,
  isScalarSlot,
  isSuccess,
  MEMORY_SLOT,
  NodeInfo,
  QueueingHint,
  RuleScope,
  SUCCESS,
  unresolvable,
  unschedulable,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type PluginHandle,
  type PodInfo,
  type PodShape,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { fitSettings, type NodeResourcesFitArgs, type NodeResourcesFitSettings } from './args';
import { resourceScorer, type ResourceScorer } from './resource-scorer';

const ALWAYS_CHECKED_SLOTS: readonly number[] = [CPU_SLOT, MEMORY_SLOT, EPHEMERAL_STORAGE_SLOT];
const NO_SLOTS: readonly number[] = [];

/** A node must have room for the pod's requests; how the rest should look is the scoring strategy's choice. */
export class NodeResourcesFit implements FilterPlugin, ScorePlugin, EnqueueExtensions {
  readonly name = 'NodeResourcesFit';
  readonly filterScope = RuleScope.Node;
  readonly scoreScope = RuleScope.Node;
  private readonly settings: NodeResourcesFitSettings;
  private readonly scorer: ResourceScorer;
  private readonly ignoredSlots = new Map<number, boolean>();
  private readonly emptyNodes = new WeakMap<Node, NodeInfo>();

  constructor(
    args: NodeResourcesFitArgs,
    private readonly handle: PluginHandle,
  ) {
    this.settings = fitSettings(args);
    this.scorer = resourceScorer(this.settings.strategy, handle.behaviour, handle.slots);
  }

  filter(_state: CycleState, { shape }: PodInfo, node: NodeInfo): Status {
    const hasTooManyPods = node.pods.size + 1 > node.allocatablePods;
    const lacking = this.lackingSlots(shape, node);
    if (!hasTooManyPods && lacking === NO_SLOTS) return SUCCESS;
    const { slots, behaviour } = this.handle;
    const reasons = lacking.map((slot) => `Insufficient ${slots.nameOf(slot)}`);
    if (hasTooManyPods) reasons.unshift(behaviour.messages === '1.8' ? 'Insufficient pods' : 'Too many pods');
    const isHopeless =
      behaviour.fit.requestAboveAllocatableIsUnresolvable &&
      lacking.some((slot) => (shape.requests[slot] ?? 0) > (node.allocatable[slot] ?? 0));
    return isHopeless ? unresolvable(this.name, ...reasons) : unschedulable(this.name, ...reasons);
  }

  /**
   * Returns the amounts of each resource that the pod requests, and of the pod count: cpu in thousandths of a core, the
   * rest in whole units.
   */
  explain({ shape }: PodInfo, node: NodeInfo): Readonly<Record<string, unknown>> {
    const amounts: Record<string, unknown> = {};
    for (const slot of shape.requestedSlots) {
      amounts[this.handle.slots.nameOf(slot)] = {
        requested: shape.requests[slot] ?? 0,
        used: node.requested[slot] ?? 0,
        allocatable: node.allocatable[slot] ?? 0,
      };
    }
    return { ...amounts, pods: { requested: 1, used: node.pods.size, allocatable: node.allocatablePods } };
  }

  score(_state: CycleState, { shape }: PodInfo, node: NodeInfo): number {
    return this.scorer(node, shape);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      {
        resource: EventResource.Pod,
        actions: ActionType.Delete | ActionType.UpdatePodScaleDown,
        hint: (pod, { before }) =>
          hasNodeOrNomination(before as Pod) || (before as Pod).metadata.uid === pod.uid
            ? QueueingHint.Queue
            : QueueingHint.Skip,
      },
      {
        resource: EventResource.Node,
        actions: ActionType.Add | ActionType.UpdateNodeAllocatable,
        hint: (pod, event) => this.nodeHasRoomNow(pod, event),
      },
    ];
  }

  /** The pod would fit the node if it were empty, and an update raised something the pod needs. */
  private nodeHasRoomNow(pod: PodInfo, event: ClusterEvent): QueueingHint {
    const after = this.emptyNode(event.after as Node);
    // Without precomputed state the filter reads the pod.
    if (!isSuccess(this.filter(undefined as unknown as CycleState, pod, after))) return QueueingHint.Skip;
    if (!event.before) return QueueingHint.Queue;
    const before = this.emptyNode(event.before as Node);
    const rose =
      after.allocatablePods > before.allocatablePods ||
      pod.shape.requestedSlots.some((slot) => (after.allocatable[slot] ?? 0) > (before.allocatable[slot] ?? 0));
    return rose ? QueueingHint.Queue : QueueingHint.Skip;
  }

  private emptyNode(node: Node): NodeInfo {
    let empty = this.emptyNodes.get(node);
    if (!empty) {
      empty = new NodeInfo(node.metadata.name, this.handle.slots);
      empty.setNode(node);
      this.emptyNodes.set(node, empty);
    }
    return empty;
  }

  /** Slots of which the node has too little left for the pod, in order of report. */
  private lackingSlots(shape: PodShape, node: NodeInfo): readonly number[] {
    if (!this.handle.behaviour.fit.zeroRequestIsChecked) return this.lackingAmong(shape.requestedSlots, shape, node);
    if (shape.requestedSlots.length === 0 && shape.scalarSlots.length === 0) return NO_SLOTS;
    const basic = this.lackingAmong(ALWAYS_CHECKED_SLOTS, shape, node);
    const scalars = this.lackingAmong(shape.scalarSlots, shape, node);
    return basic === NO_SLOTS ? scalars : [...basic, ...scalars];
  }

  private lackingAmong(slots: readonly number[], shape: PodShape, node: NodeInfo): readonly number[] {
    let lacking: number[] | undefined;
    for (const slot of slots) {
      const left = (node.allocatable[slot] ?? 0) - (node.requested[slot] ?? 0);
      if ((shape.requests[slot] ?? 0) <= left || (isScalarSlot(slot) && this.isIgnored(slot))) continue;
      (lacking ??= []).push(slot);
    }
    return lacking ?? NO_SLOTS;
  }

  private isIgnored(slot: number): boolean {
    let ignored = this.ignoredSlots.get(slot);
    if (ignored === undefined) {
      const resource = this.handle.slots.nameOf(slot);
      const [group = ''] = resource.split('/');
      const { ignoredResources, ignoredResourceGroups } = this.settings;
      ignored = isExtendedResource(resource) && (ignoredResources.has(resource) || ignoredResourceGroups.has(group));
      this.ignoredSlots.set(slot, ignored);
    }
    return ignored;
  }
}
