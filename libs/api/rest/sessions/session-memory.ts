import type { FollowingWrites } from './health-changes';
import type { MainProcesses } from './main-process';
import type { ClientAffinity } from './network/service-endpoints';
import type { PodFiles } from './pod-files';

/**
 * Memory of a process about simulated containers: their files, their processes, and the endpoints of clients of
 * services.
 */
export interface SessionMemory {
  readonly files: PodFiles;
  readonly processes: MainProcesses;
  /** The endpoints that clients of services were sent to. */
  readonly affinity: ClientAffinity;
  /** Writes that follow from requests to simulated servers. */
  readonly following: FollowingWrites;
}
