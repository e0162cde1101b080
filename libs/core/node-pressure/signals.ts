/** Signals that a kubelet watches: the remaining amount of a resource of the node. */
export const Signal = {
  MemoryAvailable: 'memory.available',
  /** Memory left under the limit of all pods together; follows `memory.available` automatically. */
  AllocatableMemoryAvailable: 'allocatableMemory.available',
  NodefsAvailable: 'nodefs.available',
  NodefsInodesFree: 'nodefs.inodesFree',
  ImagefsAvailable: 'imagefs.available',
  ImagefsInodesFree: 'imagefs.inodesFree',
  PidAvailable: 'pid.available',
} as const;
export type Signal = (typeof Signal)[keyof typeof Signal];

/** The node conditions that pressure amounts to, in the order in which they are reported. */
export const PRESSURE_CONDITIONS = ['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;
export type PressureCondition = (typeof PRESSURE_CONDITIONS)[number];

/** Starved resource, as texts name it. */
export type StarvedResource = 'memory' | 'ephemeral-storage' | 'inodes' | 'pids';

interface SignalMeaning {
  readonly condition: PressureCondition;
  readonly resource: StarvedResource;
}

/** Resources that the kubelet may find scarce (spec nodes E1). */
const MEANINGS: Readonly<Record<Signal, SignalMeaning>> = {
  'memory.available': { condition: 'MemoryPressure', resource: 'memory' },
  'allocatableMemory.available': { condition: 'MemoryPressure', resource: 'memory' },
  'nodefs.available': { condition: 'DiskPressure', resource: 'ephemeral-storage' },
  'nodefs.inodesFree': { condition: 'DiskPressure', resource: 'inodes' },
  'imagefs.available': { condition: 'DiskPressure', resource: 'ephemeral-storage' },
  'imagefs.inodesFree': { condition: 'DiskPressure', resource: 'inodes' },
  'pid.available': { condition: 'PIDPressure', resource: 'pids' },
};

const SIGNALS = new Set<string>(Object.values(Signal));

export function isSignal(text: string): text is Signal {
  return SIGNALS.has(text);
}

export function signalMeaning(signal: Signal): SignalMeaning {
  return MEANINGS[signal];
}

/** Returns true for a signal about memory; those are acted on before all others. */
export function isMemorySignal(signal: Signal): boolean {
  return MEANINGS[signal].resource === 'memory';
}
