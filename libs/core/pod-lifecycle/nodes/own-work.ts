import type { Node } from '@orrery/api-types';
import type { PullLimit } from '../containers/image-pulls';
import type { EventLimit } from '../shard/event-limits';
import type { NodeEvent } from '../shard/kubelet-actions';

/** Duration of an orderly shutdown, and the part of it that is for critical pods. */
export interface ShutdownPeriods {
  readonly periodMs: number;
  readonly criticalMs: number;
}

/** Intervals of a kubelet's signs of life. */
export interface Heartbeats {
  readonly statusUpdateMs: number;
  /** Interval after which an unchanged status is written again. */
  readonly statusReportMs: number;
  readonly leaseDurationSeconds: number;
  readonly leaseRenewMs: number;
  /** A renewal may come later by up to this share of the period. */
  readonly leaseJitter: number;
}

/** Speed at which a node gets images. */
export interface Registry {
  readonly latencyMs: number;
  /** Undefined: time does not depend on the size. */
  readonly bytesPerSecond: number | undefined;
}

/** Part of a node's configuration about its kubelet's own work. */
export interface OwnWork {
  readonly heartbeats?: Partial<Heartbeats> | undefined;
  readonly registry?: Registry | undefined;
  readonly pullLimit?: PullLimit | undefined;
  readonly eventLimit?: EventLimit | undefined;
  /** Kernel parameters, or beginnings of their names with `*`, that pods may set besides the safe ones. */
  readonly allowedUnsafeSysctls?: readonly string[] | undefined;
  /** Directory of the static pods; none if empty, the usual one if undefined. */
  readonly staticPodPath?: string | undefined;
  /** Interval between two checks for static pods. */
  readonly fileCheckMs?: number | undefined;
  /** Time of the machine from power-on to the start of the kubelet. */
  readonly bootDelayMs?: number | undefined;
  readonly parallelImagePulls?: number | undefined;
  readonly shutdown?: ShutdownPeriods | undefined;
}

/** Resources that a kubelet reports. */
export type ConfiguredResources = Pick<Node['status'], 'capacity' | 'allocatable'>;

/** Event of a kubelet when it reports other resources than before. */
export type ResourceUpdate = Pick<NodeEvent, 'type' | 'reason' | 'message'>;

/** As {@link OwnWork}; null means any number of pulls at once. */
export type OwnWorkState = Omit<OwnWork, 'parallelImagePulls'> & {
  readonly parallelImagePulls?: number | null | undefined;
};

export function ownWorkState({ parallelImagePulls, ...work }: OwnWork): OwnWorkState {
  return { ...work, parallelImagePulls: parallelImagePulls === Number.POSITIVE_INFINITY ? null : parallelImagePulls };
}

export function ownWorkFrom({ parallelImagePulls, ...work }: OwnWorkState): OwnWork {
  return { ...work, parallelImagePulls: parallelImagePulls === null ? Number.POSITIVE_INFINITY : parallelImagePulls };
}
