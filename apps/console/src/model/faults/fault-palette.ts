import type { Subject } from '../board/subject';

/** A fault that can be put on a node or a zone. */
export interface FaultChoice {
  readonly kind: FaultKindName;
  readonly name: string;
  readonly text: string;
  /** Parameters of the fault besides its kind. */
  readonly parameters: { readonly amount?: string; readonly factor?: number; readonly latency?: string };
}

type FaultKindName =
  | 'API_LATENCY'
  | 'DISK_FILL'
  | 'HEARTBEATS_STOPPED'
  | 'LEASE_FROZEN'
  | 'MEMORY_HOG'
  | 'NETWORK_NOT_READY'
  | 'PARTITION'
  | 'PID_HOG'
  | 'POWER_OFF'
  | 'RUNTIME_DOWN'
  | 'SHUTDOWN'
  | 'SLOW_HEARTBEAT'
  | 'STATUS_FROZEN';

/** The faults of the palette: what each does to a node, and parameters that make it felt. */
export const FAULT_CHOICES: readonly FaultChoice[] = [
  choice('POWER_OFF', 'Power off', 'The machine is off.'),
  choice('HEARTBEATS_STOPPED', 'Kubelet stopped', 'No heartbeats, no work; containers keep running.'),
  choice('PARTITION', 'Partition', 'Kubelet and API server are disconnected.'),
  choice('MEMORY_HOG', 'Memory hog', 'Processes outside of pods use 95 % of the memory.', { amount: '95%' }),
  choice('DISK_FILL', 'Full disk', 'Processes outside of pods use 95 % of the disk.', { amount: '95%' }),
  choice('PID_HOG', 'PID hog', 'Processes outside of pods use 95 % of the PIDs.', { amount: '95%' }),
  choice('NETWORK_NOT_READY', 'No network', 'The network plugin is not ready.'),
  choice('RUNTIME_DOWN', 'Runtime down', 'The container runtime does not respond.'),
  choice('SHUTDOWN', 'Shutdown', 'Graceful shutdown, then off.'),
  choice('SLOW_HEARTBEAT', 'Slow heartbeats', 'Heartbeats are four times less frequent.', { factor: 4 }),
  choice('API_LATENCY', 'Slow link', 'Traffic of the kubelet is delayed by 2 s.', { latency: '2s' }),
  choice('LEASE_FROZEN', 'Lease frozen', 'The Lease is not renewed.'),
  choice('STATUS_FROZEN', 'Status frozen', 'The node status is not updated.'),
];

function choice(
  kind: FaultKindName,
  name: string,
  text: string,
  parameters: FaultChoice['parameters'] = {},
): FaultChoice {
  return { kind, name, text, parameters };
}

/** Returns the input that injects a fault into a subject; undefined where no fault is possible. */
export function faultInput(
  { kind, parameters }: FaultChoice,
  subject: Subject | undefined,
  seconds: number | undefined,
): FaultInput | undefined {
  const target = targetOf(subject);
  return target && { kind, ...parameters, ...target, ...(seconds === undefined ? {} : { for: `${seconds}s` }) };
}

export type FaultInput = { readonly kind: FaultKindName; readonly for?: string } & FaultChoice['parameters'] &
  ({ readonly nodes: readonly string[] } | { readonly zone: string });

function targetOf(
  subject: Subject | undefined,
): { readonly nodes: readonly string[] } | { readonly zone: string } | undefined {
  if (subject?.kind === 'node') return { nodes: [subject.name] };
  // Nodes without a zone are no zone that can be named.
  return subject?.kind === 'zone' && subject.name !== '' ? { zone: subject.name } : undefined;
}

/** The mutation that injects it, to be copied. */
export function faultCommand(input: FaultInput): string {
  const parts = Object.entries(input).map(([name, value]) =>
    name === 'kind' ? `kind: ${String(value)}` : `${name}: ${JSON.stringify(value)}`,
  );
  return `mutation { injectFault(input: { ${parts.join(', ')} }) { errors { message } } }`;
}
