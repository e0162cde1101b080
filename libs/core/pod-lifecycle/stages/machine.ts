import type { Node, ResourceList } from '@orrery/api-types';
import { buildNode, DEFAULT_CAPACITY } from '../nodes/node-builder';

/** What a kubelet reports of its machine. */
export type MachineReport = Pick<
  Node['status'],
  'addresses' | 'capacity' | 'allocatable' | 'daemonEndpoints' | 'nodeInfo'
>;

/** What a machine has: as its node says, and the usual amount of each resource that no node is without. */
export function machineCapacity({ status }: Node): ResourceList {
  return { ...DEFAULT_CAPACITY, ...status?.capacity };
}

/**
 * What a kubelet adds to a node that a client created (spec nodes D1, D2); undefined if nothing is missing.
 * What the object says of the machine is so: a node with the label of another operating system runs that.
 */
export function missingReport(node: Node, kubeletVersion?: string): MachineReport | undefined {
  const { name, labels } = node.metadata;
  const status: Partial<Node['status']> = node.status ?? {};
  const lacks = (list: ResourceList | undefined): boolean =>
    Object.keys(DEFAULT_CAPACITY).some((resource) => list?.[resource] === undefined);
  const lacksResources = lacks(status.capacity) || lacks(status.allocatable);
  const lacksAddresses = (status.addresses ?? []).length === 0;
  if (!lacksResources && !lacksAddresses && status.nodeInfo && status.daemonEndpoints) return undefined;
  const whole = buildNode({ name, ...(kubeletVersion ? { kubeletVersion } : {}) }, 0).status;
  const operatingSystem = labels?.['kubernetes.io/os'] ?? whole.nodeInfo!.operatingSystem;
  const architecture = labels?.['kubernetes.io/arch'] ?? whole.nodeInfo!.architecture;
  const capacity = machineCapacity(node);
  return {
    ...(lacksResources ? { capacity, allocatable: { ...capacity, ...status.allocatable } } : {}),
    ...(lacksAddresses ? { addresses: whole.addresses! } : {}),
    ...(status.nodeInfo ? {} : { nodeInfo: { ...whole.nodeInfo!, operatingSystem, architecture } }),
    ...(status.daemonEndpoints ? {} : { daemonEndpoints: whole.daemonEndpoints! }),
  };
}
