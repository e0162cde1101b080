import type { Container, Pod } from '@orrery/api-types';
import { containersOf, listensAt, serverAt } from '@orrery/container-shell';
import { statusOfContainer } from '../session-container';

/** A container of a pod that gets a request. */
export interface Asked {
  readonly pod: Pod;
  readonly container: Container;
  /** The client as `ADDRESS:PORT`; empty for one that is not a pod. */
  readonly client?: string;
}

/** The container that listens at a port of a simulated pod: one that runs, and declares the port or is known to have it. */
export function listenerAt(pod: Pod, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): Container | undefined {
  return containersOf(pod).find(
    (container) => listensAt(container, port, protocol) && statusOfContainer(pod, container.name)?.state?.running,
  );
}

/** Returns true if a container speaks TLS at a port. */
export function speaksTls(container: Container, port: number): boolean {
  return serverAt(container, port)?.isTls === true;
}
