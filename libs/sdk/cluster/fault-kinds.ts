import type { FaultKind } from '../graphql/operations.generated';

/** Every kind of fault, with its effect. The type requires each of them. */
export const FAULT_KINDS: Readonly<Record<FaultKind, string>> = {
  HEARTBEATS_STOPPED: 'the kubelet is stopped; containers keep running',
  SLOW_HEARTBEAT: 'heartbeats are less frequent by --factor',
  LEASE_FROZEN: 'the Lease of the node is not renewed',
  STATUS_FROZEN: 'the status of the node is not posted',
  PARTITION: 'the node and the API server do not reach each other',
  API_LATENCY: 'traffic between kubelet and API server takes --latency longer',
  NETWORK_NOT_READY: 'the network of the node is not ready',
  RUNTIME_DOWN: 'the container runtime does not answer',
  MEMORY_HOG: 'a process outside of pods uses --amount of memory',
  DISK_FILL: 'a process outside of pods uses --amount of disk space',
  PID_HOG: 'processes outside of pods: --amount of them',
  POWER_OFF: 'the machine is off',
  SHUTDOWN: 'the machine is shut down in order',
};
