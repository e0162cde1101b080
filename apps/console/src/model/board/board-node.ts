/** A node as the board shows it. */
export interface BoardNode {
  readonly uid: string;
  readonly name: string;
  /** Empty if it has none. */
  readonly zone: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly health: NodeHealth;
  readonly isCordoned: boolean;
  /** Conditions of pressure that are true, such as `MemoryPressure`. */
  readonly pressures: readonly string[];
  readonly taints: readonly BoardTaint[];
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  readonly pods: number;
}

export interface BoardTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** Readiness of a node, by its condition Ready. */
export const NodeHealth = { Ready: 'ready', NotReady: 'not ready', Unknown: 'unknown' } as const;
export type NodeHealth = (typeof NodeHealth)[keyof typeof NodeHealth];

/** Requested fields of a node. */
export interface NodeParts {
  readonly metadata: {
    readonly uid: string;
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly zone: string | null;
  readonly spec: { readonly unschedulable: boolean | null } | null;
  readonly taints: readonly { readonly key: string; readonly value: string | null; readonly effect: string | null }[];
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
  readonly allocatable: { readonly cpuMillis: number; readonly memoryBytes: number; readonly pods: number };
}

const NO_PRESSURE = new Set(['Ready']);

/** Returns the board's data of a node. */
export function boardNode({ metadata, zone, spec, taints, conditions, allocatable }: NodeParts): BoardNode {
  const ready = conditions.find(({ type }) => type === 'Ready')?.status;
  return {
    uid: metadata.uid,
    name: metadata.name,
    zone: zone ?? '',
    labels: metadata.labels,
    health: ready === 'True' ? NodeHealth.Ready : ready === 'False' ? NodeHealth.NotReady : NodeHealth.Unknown,
    isCordoned: spec?.unschedulable ?? false,
    pressures: conditions
      .filter(({ type, status }) => !NO_PRESSURE.has(type) && status === 'True')
      .map((each) => each.type),
    taints: taints.map(({ key, value, effect }) => ({ key, value: value ?? '', effect: effect ?? '' })),
    cpuMillis: allocatable.cpuMillis,
    memoryBytes: allocatable.memoryBytes,
    pods: allocatable.pods,
  };
}

/** Taints that repeat conditions and cordons. */
const SAID_OTHERWISE = /^node(\.kubernetes\.io)?\//;

/** Taints that a person or a program set, and not the control plane for a condition. */
export function ownTaints({ taints }: BoardNode): readonly BoardTaint[] {
  return taints.filter(({ key }) => !SAID_OTHERWISE.test(key));
}

/** A taint as kubectl writes it. */
export function taintText({ key, value, effect }: BoardTaint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Returns the problems of a node, worst first, as texts; empty if it has none. */
export function nodeTroubles(node: BoardNode, faults: readonly string[]): readonly string[] {
  return [
    ...(node.health === NodeHealth.Ready
      ? []
      : [node.health === NodeHealth.Unknown ? 'silent (Ready is Unknown)' : 'not ready']),
    ...faults.map((kind) => `fault ${kind}`),
    ...node.pressures,
    ...(node.isCordoned ? ['cordoned'] : []),
    ...ownTaints(node).map((taint) => `taint ${taintText(taint)}`),
  ];
}
