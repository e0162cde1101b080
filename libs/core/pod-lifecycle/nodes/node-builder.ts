import type { Lease, Node, NodeCondition, ResourceList, Taint } from '@orrery/api-types';
import { formatMicroTime, formatTime, randomFor } from '@orrery/time';
import { KUBELET_BUNDLES } from '../shard/kubelet-settings';

/** Properties of a simulated node to build. */
export interface NodeDescription {
  readonly name: string;
  readonly zone?: string;
  readonly region?: string;
  readonly instanceType?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly capacity?: Readonly<ResourceList>;
  /** As computed from the capacity and reservations; the capacity itself by default. */
  readonly allocatable?: Readonly<ResourceList>;
  readonly podCIDR?: string;
  readonly internalIP?: string;
  readonly providerID?: string;
  readonly kubeletVersion?: string;
}

/** A Node as it is sent to the API, which fills uid, resourceVersion and creation time. */
export type NewNode = Omit<Node, 'metadata'> & {
  metadata: { name: string; labels: Record<string, string>; annotations: Record<string, string> };
};

/** Default resources of a simulated machine; every node has all of them. */
export const DEFAULT_CAPACITY: Readonly<ResourceList> = {
  cpu: '4',
  memory: '16Gi',
  'ephemeral-storage': '100Gi',
  pods: '110',
};

/** The object with which a kubelet registers (spec nodes D1), its first status included. */
export function buildNode(description: NodeDescription, nowMs: number): NewNode {
  const { name, taints = [], unschedulable, podCIDR, providerID } = description;
  const capacity = { ...DEFAULT_CAPACITY, ...description.capacity };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { ...defaultLabels(description), ...description.labels },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true', ...description.annotations },
    },
    spec: {
      ...(podCIDR === undefined ? {} : { podCIDR, podCIDRs: [podCIDR] }),
      ...(providerID === undefined ? {} : { providerID }),
      ...(taints.length > 0 ? { taints: [...taints] } : {}),
      ...(unschedulable ? { unschedulable } : {}),
    },
    status: {
      addresses: [
        { type: 'InternalIP', address: description.internalIP ?? internalIP(name) },
        { type: 'Hostname', address: name },
      ],
      capacity,
      allocatable: { ...capacity, ...description.allocatable },
      conditions: nodeConditions([], nowMs),
      daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
      nodeInfo: nodeInfo(description),
      images: [],
    },
  };
}

function defaultLabels({ name, zone, region, instanceType }: NodeDescription): Record<string, string> {
  const topology = (word: string, value: string | undefined): Record<string, string> =>
    value === undefined
      ? {}
      : { [`topology.kubernetes.io/${word}`]: value, [`failure-domain.beta.kubernetes.io/${word}`]: value };
  const instance =
    instanceType === undefined
      ? {}
      : { 'node.kubernetes.io/instance-type': instanceType, 'beta.kubernetes.io/instance-type': instanceType };
  return {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': 'amd64',
    ...topology('zone', zone),
    ...topology('region', region),
    ...instance,
  };
}

function nodeInfo({
  name,
  kubeletVersion = KUBELET_BUNDLES.modern.kubeletVersion,
}: NodeDescription): NonNullable<Node['status']['nodeInfo']> {
  const random = randomFor('node', name);
  const hex = (digits: number): string =>
    Array.from({ length: digits / 8 }, () => random.uint32().toString(16).padStart(8, '0')).join('');
  const id = (): string => hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return {
    machineID: hex(32),
    systemUUID: id(),
    bootID: id(),
    kernelVersion: '6.1.0-orrery',
    osImage: 'Orrery simulated node',
    containerRuntimeVersion: 'sim://1.0.0',
    kubeletVersion,
    kubeProxyVersion: kubeletVersion,
    operatingSystem: 'linux',
    architecture: 'amd64',
  };
}

/** An address of 10.128.0.0/9 made from the name. */
function internalIP(name: string): string {
  const random = randomFor('internal-ip', name);
  return `10.${128 + random.below(128)}.${random.below(256)}.${1 + random.below(254)}`;
}

const HEALTHY = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
] as const;

/** The four conditions of a living, unburdened kubelet (spec nodes D2), Ready last; those of others are kept. */
export function nodeConditions(before: readonly NodeCondition[], nowMs: number): NodeCondition[] {
  const now = formatTime(nowMs);
  const own = HEALTHY.map(([type, status, reason, message]): NodeCondition => {
    const old = before.find((condition) => condition.type === type);
    const lastTransitionTime = (old?.status === status ? old.lastTransitionTime : undefined) ?? now;
    return { type, status, reason, message, lastHeartbeatTime: now, lastTransitionTime };
  });
  return [...before.filter(({ type }) => !own.some((condition) => condition.type === type)), ...own];
}

export interface NodeReport {
  /** Images on the node with their sizes, in order of arrival. */
  readonly images: ReadonlyMap<string, number>;
  /** Most images reported; -1 is all. */
  readonly maxImages: number;
  /** Conditions that a stage has set and that the heartbeat keeps. */
  readonly heldConditions?: ReadonlySet<string>;
}

/** The status of a living kubelet's node at `nowMs`. Pressure conditions that another component set stay as they are. */
export function heartbeatNode(node: Node, nowMs: number, report?: NodeReport): Node['status'] {
  const before = node.status?.conditions ?? [];
  const pressures = new Map(
    before.filter((condition) => isHeld(condition, report)).map((condition) => [condition.type, condition]),
  );
  const conditions = nodeConditions(before, nowMs).map((condition) => {
    const held = pressures.get(condition.type);
    return held ? { ...held, lastHeartbeatTime: formatTime(nowMs) } : condition;
  });
  return { ...node.status, conditions, ...(report ? { images: reportedImages(report) } : {}) };
}

function isHeld({ type, status }: NodeCondition, report: NodeReport | undefined): boolean {
  return (
    (type !== 'Ready' && status === 'True') || (status !== 'Unknown' && (report?.heldConditions?.has(type) ?? false))
  );
}

/** Largest first, then by name. */
function reportedImages({ images, maxImages }: NodeReport): { names: string[]; sizeBytes: number }[] {
  const sorted = [...images].sort(([a, aSize], [b, bSize]) => bSize - aSize || (a < b ? -1 : 1));
  const reported = maxImages < 0 ? sorted : sorted.slice(0, maxImages);
  return reported.map(([name, sizeBytes]) => ({ names: [name], sizeBytes }));
}

/** A kubelet's lease as sent to the API (spec nodes A2). */
export function buildLease(
  node: { readonly name: string; readonly uid: string },
  renewTimeMs: number,
  leaseDurationSeconds: number,
): Pick<Lease, 'apiVersion' | 'kind' | 'spec'> & {
  metadata: Pick<Lease['metadata'], 'name' | 'ownerReferences'> & { namespace: string };
} {
  const owner = { apiVersion: 'v1', kind: 'Node', name: node.name, uid: node.uid };
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: node.name, namespace: 'kube-node-lease', ownerReferences: [owner] },
    spec: { holderIdentity: node.name, leaseDurationSeconds, renewTime: formatMicroTime(renewTimeMs) },
  };
}
