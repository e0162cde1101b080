import type { Node, NodeCondition } from '@orrery/api-types';
import { isCountedInZone } from '../zones/disruption';
import type { NoticedRenewal } from '../node-lifecycle-state';
import type { HealthRecord } from './health-record';
import { findCondition, NO_EXECUTE_TAINTS, hasTaint } from '../tainting/taints';
import { zoneKey } from '../zones/zone-key';

/** State kept per node name; it outlives the node object. */
export interface NodeMemory {
  record: HealthRecord | undefined;
  /** Undefined when the node has no lease. */
  leaseRenewMs: number | undefined;
  /** The earliest instant of a pass that could see this renewal. */
  leaseNoticedFromMs?: number;
  /** Without a taint manager: true if its pods were deleted, and it has not been ready since. */
  isEvicted?: boolean;
}

/** A version of a node as fed to the controller, with derived values that every pass uses. */
export interface KnownNode {
  readonly node: Node;
  readonly zone: string;
  /** True if it counts in its zone. */
  readonly isCounted: boolean;
  readonly ready: NodeCondition | undefined;
  /** True if it bears a NoExecute taint of this controller. */
  readonly hasNoExecute: boolean;
  readonly memory: NodeMemory;
}

/** The controller's view of the cluster's nodes, in name order, and its memory of them. */
export class KnownNodes {
  private readonly byName = new Map<string, KnownNode>();
  private readonly memories = new Map<string, NodeMemory>();
  private names: string[] | undefined = [];

  constructor(private readonly excludeMasterByName: boolean) {}

  get(name: string): KnownNode | undefined {
    return this.byName.get(name);
  }

  set(node: Node): void {
    const { name, labels } = node.metadata;
    const previous = this.byName.get(name);
    if (!previous) this.names = undefined;
    const isSame = previous !== undefined && previous.node.metadata.labels === labels;
    this.byName.set(name, {
      node,
      zone: isSame ? previous.zone : zoneKey(labels),
      isCounted: isSame ? previous.isCounted : isCountedInZone(name, labels, this.excludeMasterByName),
      ready: findCondition(node, 'Ready'),
      hasNoExecute: NO_EXECUTE_TAINTS.some((key) => hasTaint(node, key, 'NoExecute')),
      memory: previous?.memory ?? this.memoryOf(name),
    });
  }

  delete(name: string): void {
    if (this.byName.delete(name)) this.names = undefined;
  }

  /** A snapshot: later changes do not show in it. */
  inNameOrder(): KnownNode[] {
    this.names ??= [...this.byName.keys()].sort();
    return this.names.map((name) => this.byName.get(name)!);
  }

  memoryOf(name: string): NodeMemory {
    let memory = this.memories.get(name);
    if (!memory) this.memories.set(name, (memory = { record: undefined, leaseRenewMs: undefined }));
    return memory;
  }

  /** Names whose nodes were evicted without a taint manager. */
  evicted(): string[] {
    return [...this.memories].flatMap(([name, { isEvicted }]) => (isEvicted ? [name] : []));
  }

  /** Renewals of Leases as they were noticed. */
  renewals(): NoticedRenewal[] {
    return [...this.memories].flatMap(([name, { leaseRenewMs, leaseNoticedFromMs = leaseRenewMs }]) =>
      leaseRenewMs === undefined ? [] : [[name, leaseRenewMs, leaseNoticedFromMs!] as const],
    );
  }

  /** Returns all health records, by name. */
  healthRecords(): (readonly [string, HealthRecord])[] {
    const records: (readonly [string, HealthRecord])[] = [];
    for (const [name, { record }] of this.memories) if (record) records.push([name, record]);
    return records;
  }
}
