const PREFIX = 'orrery.dev/';
/** `usage-cpu` and `usage-memory` of pods are understood as in kwok. */
const KWOK_PREFIX = 'kwok.x-k8s.io/';

/** Usages of a container, each a curve counted from its start: `orrery.dev/usage-memory`. */
export const ContainerUsage = {
  Cpu: 'usage-cpu',
  Memory: 'usage-memory',
  Processes: 'usage-processes',
  Rootfs: 'usage-rootfs',
  RootfsInodes: 'usage-rootfs-inodes',
  Logs: 'usage-logs',
  LogsInodes: 'usage-logs-inodes',
} as const;
export type ContainerUsage = (typeof ContainerUsage)[keyof typeof ContainerUsage];

/** Usages of a node's daemons besides its pods, each a curve counted from the node's creation. */
export const NodeUsage = {
  Cpu: 'usage-cpu',
  Memory: 'usage-memory',
  Processes: 'usage-processes',
  Nodefs: 'usage-nodefs',
  NodefsInodes: 'usage-nodefs-inodes',
  Imagefs: 'usage-imagefs',
  ImagefsInodes: 'usage-imagefs-inodes',
} as const;
export type NodeUsage = (typeof NodeUsage)[keyof typeof NodeUsage];

/** Facts of a simulated node that its object has no field for. */
export const NodeFact = {
  /** Capacity of a disk of its own for images. */
  Imagefs: 'imagefs',
  NodefsInodes: 'nodefs-inodes',
  ImagefsInodes: 'imagefs-inodes',
  MaxProcesses: 'max-processes',
  /** Amount that can be swapped out, if the kubelet tolerates swap. */
  Swap: 'swap',
  /** Written by the kubelet: dead containers that ended before have been removed. */
  ContainersRemovedAt: 'dead-containers-removed-at',
  /** A KubeletConfiguration as JSON, for this node alone. */
  KubeletConfiguration: 'kubelet-configuration',
  /** Resources of the machine, a list as JSON. */
  Capacity: 'capacity',
  /** Speed of image pulls, as JSON: latency and bandwidth. */
  Registry: 'registry',
  /** Renewals of the Lease may come later by up to this share of their period. */
  HeartbeatJitter: 'heartbeat-jitter',
  /** Time that the machine takes from power to kubelet. */
  BootDelay: 'boot-delay',
} as const;
export type NodeFact = (typeof NodeFact)[keyof typeof NodeFact];

/** Usages of a daemon of a node; `orrery.dev/kubelet.usage-memory` of the kubelet. */
export const DaemonUsage = {
  Cpu: 'usage-cpu',
  /** The working set. */
  Memory: 'usage-memory',
  MemoryTotal: 'usage-memory-total',
  MemoryRss: 'usage-memory-rss',
  Processes: 'usage-processes',
} as const;
export type DaemonUsage = (typeof DaemonUsage)[keyof typeof DaemonUsage];

/** The daemons that a summary names, `misc` being all that has no name. */
export const DAEMON_NAMES = ['kubelet', 'runtime', 'misc'] as const;
export type DaemonName = (typeof DAEMON_NAMES)[number];

/** Written by the kubelet of a daemon that was killed: when it runs again, its curves counted from then. */
export function restartAnnotation(daemon: DaemonName): string {
  return `${PREFIX}${daemon}.restarts-at`;
}

type Annotations = Readonly<Record<string, string>> | undefined;

/** The annotation's full name. */
export function usageAnnotation(name: ContainerUsage | NodeUsage | DaemonUsage | NodeFact, container?: string): string {
  return container === undefined ? PREFIX + name : `${PREFIX}${container}.${name}`;
}

/** The annotation for what a hog takes of a node, beside everything else. */
export function hogAnnotation(name: NodeUsage): string {
  return `${PREFIX}hog.${name}`;
}

/** The annotation for a volume of a pod, or its inodes. */
export function volumeAnnotation(volume: string, what: 'bytes' | 'inodes' = 'bytes'): string {
  return `${PREFIX}usage-volume${what === 'inodes' ? '-inodes' : ''}.${volume}`;
}

/** The curve of one container: its own, that of all containers of the pod, or KWOK's annotation. */
export function containerText(annotations: Annotations, container: string, name: ContainerUsage): string | undefined {
  return (
    annotations?.[usageAnnotation(name, container)] ?? annotations?.[PREFIX + name] ?? annotations?.[KWOK_PREFIX + name]
  );
}

/** Returns true if an object has usage annotations; those without cost nothing. */
export function hasUsage(annotations: Annotations): boolean {
  if (!annotations) return false;
  for (const name in annotations) {
    if (name.startsWith(PREFIX) ? name.includes('usage-') : name.startsWith(`${KWOK_PREFIX}usage-`)) return true;
  }
  return false;
}
