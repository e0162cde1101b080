import type { Random } from '@orrery/time';
import type { Behaviour } from '../behaviour/behaviour';
import type { AssumedVolumes } from '../cache/assumed-volumes';
import type { CacheObserver } from '../cache/cache-observer';
import type { ClusterObjects } from '../cache/cluster-objects';
import type { DeviceLedger } from '../cache/device-ledger';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { PodShapes } from '../cache/pod-shape';
import type { ResourceSlots } from '../cache/resource-slots';
import type { Snapshot } from '../cache/snapshot';
import type { TopologyIndex } from '../topology/topology-index';
import type { Extender } from '../cycle/extender';
import type { CycleState } from './cycle-state';
import type { Status } from './status';

/** Pods that are promised to a node while they are still queued. */
export interface Nominations {
  /** True if any pod is nominated anywhere. */
  readonly isEmpty: boolean;
  /** Pods nominated to the node, in the order of nomination. */
  nominatedPods(nodeName: string): readonly PodInfo[];
  /** The node promised to a pod. */
  nominatedNode(uid: string): string | undefined;
}

/** A pod that waits for Permit. */
export interface WaitingPod {
  readonly pod: PodInfo;
  readonly nodeName: string;
  /** Plugins that still have to allow it. */
  pendingPlugins(): readonly string[];
  allow(pluginName: string): void;
  reject(pluginName: string, message: string): void;
}

/** The filters of the plugin's own profile, for simulations on clones. */
export interface FilterRunner {
  /** All filters with the pods nominated to the node taken into account (two passes). */
  filterWithNominatedPods(state: CycleState, pod: PodInfo, node: NodeInfo): Status;
  /** Adds a pod to a cloned node and to the plugins' cloned states. */
  addPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): Status;
  /** Removes a pod from a cloned node and from the plugins' cloned states. */
  removePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): Status;
}

/** Services of the framework for plugins. */
export interface PluginHandle {
  readonly behaviour: Behaviour;
  /** Name of the profile the plugin serves. */
  readonly schedulerName: string;
  readonly slots: ResourceSlots;
  readonly shapes: PodShapes;
  /** Services, claims, budgets and the like, as the log shows them. */
  readonly objects: ClusterObjects;
  /** Volumes held by pods on their way to a node, before the log shows it; one for all profiles. */
  readonly assumedVolumes: AssumedVolumes;
  /** Allocated devices, including those of pods on their way; one for all profiles. */
  readonly devices: DeviceLedger;
  /** Distribution of pods over topology domains. */
  readonly topology: TopologyIndex;
  readonly nominations: Nominations;
  readonly filters: FilterRunner;
  /** Extenders that take part in this scheduler's decisions. */
  readonly extenders: readonly Extender[];
  /** Cluster time in milliseconds. */
  now(): number;
  /** The current cycle's snapshot. */
  snapshot(): Snapshot;
  /** Keeps an index of the plugin up to date by deltas. */
  observe(observer: CacheObserver): void;
  /** Chance for one decision: derived from cluster seed, profile, pod, attempt and purpose. */
  randomFor(pod: PodInfo, attempt: number, purpose: string): Random;
  /** The pod waiting on Permit, if it is. */
  waitingPod(uid: string): WaitingPod | undefined;
  /** Moves queued pods to the active queue regardless of the reason for their wait. */
  activate(uids: readonly string[]): void;
}
