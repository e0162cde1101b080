import { asAllocated } from '../resizing/allocations';
import type { Pod } from '@orrery/api-types';
import type { NodeFaults, NodeFaultsState } from '../faults/node-faults';
import type { NodeShutdowns, NodeShutdownsState } from '../faults/node-shutdowns';
import type { SlowLines, SlowLinesState } from '../faults/slow-lines';
import { HostedNode } from '../nodes/hosted-node';
import type { HostedNodeState } from '../nodes/hosted-node-state';
import type { NodeReports, NodeReportsState } from '../nodes/node-reports';
import type { NodeStages, NodeStagesState } from '../nodes/node-stages';
import type { AwaitedObjects, AwaitedState } from '../pods/awaited-objects';
import type { HostedPodState } from '../pods/hosted-pod-state';
import type { HostedPods } from '../pods/hosted-pods';
import { keptNode, type ObjectsNow } from '../pods/kept-objects';
import type { StaticPods, StaticPodsState } from '../static-pods/static-pods';
import type { DeadlineHeap, DeadlineState } from './deadline-heap';
import type { EventLimits, EventLimitsState } from './event-limits';
import type { KubeletSettings } from './kubelet-settings';

/** State of the kubelets of a shard, as plain data. */
export interface KubeletShardState {
  readonly nodes: readonly HostedNodeState[];
  /** In the order in which they came. */
  readonly pods: readonly HostedPodState[];
  readonly faults: NodeFaultsState;
  readonly shutdowns: NodeShutdownsState;
  readonly slowLines: SlowLinesState;
  readonly boots: DeadlineState;
  readonly reports: NodeReportsState;
  readonly nodeStages: NodeStagesState;
  readonly statics: StaticPodsState;
  readonly objects: AwaitedState;
  readonly eventLimits: EventLimitsState;
}

/** Parts of a shard. */
export interface ShardParts {
  readonly settings: KubeletSettings;
  readonly nodes: Map<string, HostedNode>;
  readonly pods: HostedPods;
  readonly faults: NodeFaults;
  readonly shutdowns: NodeShutdowns;
  readonly slowLines: SlowLines;
  readonly boots: DeadlineHeap;
  readonly reports: NodeReports;
  readonly nodeStages: NodeStages;
  readonly statics: StaticPods;
  readonly objects: AwaitedObjects;
  readonly eventLimits: EventLimits;
}

export function shardState(parts: ShardParts, objects: ObjectsNow): KubeletShardState {
  return {
    nodes: [...parts.nodes.values()].map((node) => node.toState(objects)),
    pods: parts.pods.toState(objects),
    faults: parts.faults.toState(objects),
    shutdowns: parts.shutdowns.toState(),
    slowLines: parts.slowLines.toState(objects),
    boots: parts.boots.toState(),
    reports: parts.reports.toState(),
    nodeStages: parts.nodeStages.toState(),
    statics: parts.statics.toState(objects),
    objects: parts.objects.toState(),
    eventLimits: parts.eventLimits.toState(),
  };
}

/** Restores the parts of a new shard. */
export function restoreShard(parts: ShardParts, state: KubeletShardState, objects: ObjectsNow): void {
  const { settings, nodes, pods } = parts;
  pods.restore(state.pods, objects);
  const podOf = (uid: string): Pod => {
    const { pod, memory } = pods.get(uid)!;
    return asAllocated(pod, memory);
  };
  for (const kept of state.nodes) {
    const hosted = new HostedNode(keptNode(kept, objects), settings);
    hosted.restore(kept, podOf);
    nodes.set(kept.name, hosted);
  }
  parts.faults.restore(state.faults, objects);
  parts.shutdowns.restore(state.shutdowns);
  parts.slowLines.restore(state.slowLines, objects);
  parts.boots.restore(state.boots);
  parts.reports.restore(state.reports);
  parts.nodeStages.restore(state.nodeStages);
  parts.statics.restore(state.statics, objects);
  parts.objects.restore(state.objects);
  parts.eventLimits.restore(state.eventLimits);
}
