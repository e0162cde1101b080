import { words } from '../input/inputs';

/** Kinds of faults of nodes, with their explanations. */
export const FAULT_KINDS = words('FaultKind', 'Kind of a fault of a node.', {
  HEARTBEATS_STOPPED: 'The kubelet is stopped: no heartbeats, no work. Containers keep running.',
  PARTITION: 'The kubelet and the API server are disconnected; the kubelet acts on its last known state.',
  POWER_OFF: 'The machine is off; when the fault ends, it boots and containers restart.',
  LEASE_FROZEN: 'The Lease is not renewed.',
  STATUS_FROZEN: 'The node status is not updated.',
  RUNTIME_DOWN: 'The container runtime does not respond; after three minutes the node is not ready.',
  NETWORK_NOT_READY: 'The network plugin is not ready, so the node is not ready.',
  SHUTDOWN: 'Graceful shutdown, then off; when the fault ends, the node boots.',
  SLOW_HEARTBEAT: 'Lease and status are updated less often, by `factor`.',
  API_LATENCY: 'Traffic between the kubelet and the API server is delayed by `latency`.',
  MEMORY_HOG: 'A process outside of pods uses `amount` of memory.',
  DISK_FILL: 'A process outside of pods uses `amount` of disk space.',
  PID_HOG: 'Processes outside of pods use `amount` of PIDs.',
});
export type FaultKind = (typeof FAULT_KINDS.list)[number];
