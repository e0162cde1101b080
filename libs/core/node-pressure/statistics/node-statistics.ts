import type { Pod } from '@orrery/api-types';

/** Resource that can run out, at an instant. */
export interface Supply {
  readonly available: number;
  readonly capacity: number;
  /** Time of the measurement; an old measurement is not acted on twice. */
  readonly timeMs: number;
}

export interface FilesystemSupply {
  readonly availableBytes: number;
  readonly capacityBytes: number;
  readonly inodesFree: number;
  readonly inodes: number;
  readonly timeMs: number;
}

/** Use of a file system by a part of a pod. */
export interface DiskUse {
  readonly bytes: number;
  readonly inodes: number;
}

export interface ContainerStatistics {
  readonly name: string;
  readonly memoryBytes?: number;
  /** Its writable layer. */
  readonly rootfs?: DiskUse;
  readonly logs?: DiskUse;
}

export interface PodStatistics {
  /** Working set of all its containers. */
  readonly memoryBytes?: number;
  readonly processes?: number;
  readonly containers: readonly ContainerStatistics[];
  readonly volumes: readonly ({ readonly name: string } & DiskUse)[];
}

/** Summary of a node. Values that could not be measured are missing, and ignored. */
export interface NodeStatistics {
  readonly memory?: Supply;
  /** Memory left under the limit of all pods together. */
  readonly podsMemory?: Supply;
  readonly nodefs?: FilesystemSupply;
  readonly imagefs?: FilesystemSupply;
  readonly processes?: Supply;
  /** Undefined for a pod that was not measured. */
  readonly ofPod: (pod: Pod) => PodStatistics | undefined;
}
