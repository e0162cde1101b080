import type { Container, Pod } from '@orrery/api-types';

/** A port of the node that a container occupies. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const ANY_ADDRESS = '0.0.0.0';

/** The host ports a pod wants. An absent address is every address, an absent protocol TCP. */
export function hostPortsOf(pod: Pod, countSidecars: boolean): HostPort[] {
  const ports: HostPort[] = [];
  if (countSidecars) {
    for (const container of pod.spec.initContainers ?? []) {
      if (container.restartPolicy === 'Always') collectPorts(container, ports);
    }
  }
  for (const container of pod.spec.containers ?? []) collectPorts(container, ports);
  return ports;
}

function collectPorts(container: Container, into: HostPort[]): void {
  for (const { hostPort, hostIP, protocol } of container.ports ?? []) {
    if (hostPort !== undefined && hostPort > 0) {
      into.push({ ip: hostIP || ANY_ADDRESS, protocol: protocol || 'TCP', port: hostPort });
    }
  }
}

/** Returns whether two ports exclude each other on one node. `::` is an ordinary address. */
export function portsConflict(a: HostPort, b: HostPort): boolean {
  return (
    a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === ANY_ADDRESS || b.ip === ANY_ADDRESS)
  );
}

/** The ports in use on one node, counted: pods bound past the scheduler may share one. */
export class UsedHostPorts {
  /** Absent while no port is in use: so it is on most nodes, and in every simulation of them. */
  private addresses: Map<string, Map<string, number>> | undefined;

  add(ports: readonly HostPort[]): void {
    for (const port of ports) {
      const key = `${port.protocol}/${port.port}`;
      this.addresses ??= new Map();
      let users = this.addresses.get(key);
      if (!users) this.addresses.set(key, (users = new Map()));
      users.set(port.ip, (users.get(port.ip) ?? 0) + 1);
    }
  }

  remove(ports: readonly HostPort[]): void {
    for (const port of ports) {
      const key = `${port.protocol}/${port.port}`;
      const users = this.addresses?.get(key);
      const left = (users?.get(port.ip) ?? 0) - 1;
      if (left > 0) users?.set(port.ip, left);
      else users?.delete(port.ip);
      if (users?.size === 0) this.addresses?.delete(key);
    }
  }

  conflictsWith(wanted: HostPort): boolean {
    const users = this.addresses?.get(`${wanted.protocol}/${wanted.port}`);
    if (!users || users.size === 0) return false;
    return wanted.ip === ANY_ADDRESS || users.has(wanted.ip) || users.has(ANY_ADDRESS);
  }

  clone(): UsedHostPorts {
    const copy = new UsedHostPorts();
    if (!this.addresses) return copy;
    copy.addresses = new Map();
    for (const [key, users] of this.addresses) copy.addresses.set(key, new Map(users));
    return copy;
  }
}
