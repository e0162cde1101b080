import type { Node, ResourceList } from '@orrery/api-types';
import { buildNode, DEFAULT_CAPACITY } from './node-builder';

/** Report of a kubelet about its machine. */
export type MachineReport = Pick<
  Node['status'],
  'addresses' | 'capacity' | 'allocatable' | 'daemonEndpoints' | 'nodeInfo'
>;

const DEFAULT_RESOURCES = Object.keys(DEFAULT_CAPACITY);

/** Returns the capacity of a machine: that of its node, and the usual amount of each resource that every node has. */
export function machineCapacity({ status }: Node): ResourceList {
  return { ...DEFAULT_CAPACITY, ...status?.capacity };
}

/** Returns whether a node leaves out something that its kubelet knows of the machine. */
export function lacksReport({ status }: Node): boolean {
  const given = status ?? {};
  return lacksResources(given) || lacksAddresses(given) || lacksInfo(given) || lacksEndpoint(given);
}

/** Go's empty structs: a client that sends no information on the node is stored with empty texts. */
function lacksInfo({ nodeInfo }: Partial<Node['status']>): boolean {
  return !nodeInfo?.kubeletVersion;
}

function lacksEndpoint({ daemonEndpoints }: Partial<Node['status']>): boolean {
  return !daemonEndpoints?.kubeletEndpoint?.Port;
}

function lacksResources({ capacity, allocatable }: Partial<Node['status']>): boolean {
  return DEFAULT_RESOURCES.some((name) => capacity?.[name] === undefined || allocatable?.[name] === undefined);
}

function lacksAddresses({ addresses = [] }: Partial<Node['status']>): boolean {
  return addresses.length === 0;
}

/**
 * Returns the fields that a kubelet adds to a node that a client created (spec nodes D1, D2); undefined if nothing is missing.
 * Fields of the object take precedence: a node with the label of another operating system runs that.
 */
export function missingReport(node: Node, kubeletVersion?: string): MachineReport | undefined {
  const { name, labels } = node.metadata;
  const status: Partial<Node['status']> = node.status ?? {};
  if (!lacksReport(node)) return undefined;
  const whole = buildNode({ name, ...(kubeletVersion ? { kubeletVersion } : {}) }, 0).status;
  const operatingSystem = labels?.['kubernetes.io/os'] ?? whole.nodeInfo!.operatingSystem;
  const architecture = labels?.['kubernetes.io/arch'] ?? whole.nodeInfo!.architecture;
  const capacity = machineCapacity(node);
  return {
    ...(lacksResources(status) ? { capacity, allocatable: { ...capacity, ...status.allocatable } } : {}),
    ...(lacksAddresses(status) ? { addresses: whole.addresses! } : {}),
    ...(lacksInfo(status)
      ? { nodeInfo: { ...whole.nodeInfo!, operatingSystem, architecture, ...withoutEmpty(status.nodeInfo) } }
      : {}),
    ...(lacksEndpoint(status) ? { daemonEndpoints: whole.daemonEndpoints! } : {}),
  };
}

/** The texts of the information on a node that say something. */
function withoutEmpty(info: Partial<NonNullable<Node['status']['nodeInfo']>> = {}): typeof info {
  return Object.fromEntries(Object.entries(info).filter(([, text]) => text !== ''));
}
