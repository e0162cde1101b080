import {
  compileNodeSelector,
  deviceId,
  type Device,
  type KubeObject,
  type Node,
  type NodeMatcher,
  type ResourceSlice,
} from '@orrery/api-types';
import type { ClusterObjects } from '@orrery/scheduling';

/** A device that a node can use. */
export interface Candidate {
  readonly id: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: Device;
  readonly slice: ResourceSlice;
}

/** The devices of one pool that a node can use. */
export interface DevicePool {
  /** `driver/pool`. */
  readonly id: string;
  readonly name: string;
  /** Slices of the pool are still to come, or belong to other nodes. */
  readonly isIncomplete: boolean;
  /** Problem of the pool; undefined if it has none. */
  readonly problem: string | undefined;
  readonly candidates: readonly Candidate[];
}

/** The pools of devices by node (`pools_stable.go` of `dynamic-resource-allocation`), derived once for each state. */
export class DevicePools {
  private readonly local = new Map<string, Map<string, ResourceSlice>>();
  /** Slices of several nodes. */
  private readonly shared = new Map<string, ResourceSlice>();
  private readonly matchers = new WeakMap<ResourceSlice, NodeMatcher>();
  /** Pools of nodes with slices of their own, as long as there are no others. */
  private readonly knownLocal = new Map<string, readonly DevicePool[]>();
  /** Pools of all nodes, if selectors of slices read their labels. */
  private known = new WeakMap<Node, readonly DevicePool[]>();

  constructor(objects: ClusterObjects) {
    objects.observe('ResourceSlice', (before, after) => {
      if (before) this.remove(before);
      if (after) this.add(after);
    });
  }

  /** The pools with devices for the node, by name. */
  of(node: Node): readonly DevicePool[] {
    const { name } = node.metadata;
    const isLocal = this.shared.size === 0;
    if (isLocal && !this.local.has(name)) return NO_POOLS;
    const known = isLocal ? this.knownLocal.get(name) : this.known.get(node);
    if (known) return known;
    const pools = poolsOf(this.slicesOf(node));
    if (isLocal) this.knownLocal.set(name, pools);
    else this.known.set(node, pools);
    return pools;
  }

  private slicesOf(node: Node): ResourceSlice[] {
    const slices = [...(this.local.get(node.metadata.name)?.values() ?? [])];
    for (const slice of this.shared.values()) {
      if (slice.spec.allNodes === true || this.matcherOf(slice)?.(node)) slices.push(slice);
    }
    return slices.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  private matcherOf(slice: ResourceSlice): NodeMatcher | undefined {
    const { nodeSelector } = slice.spec;
    if (!nodeSelector) return undefined;
    const known = this.matchers.get(slice) ?? compileNodeSelector(nodeSelector);
    this.matchers.set(slice, known);
    return known;
  }

  private add(object: KubeObject): void {
    const slice = object as ResourceSlice;
    const { nodeName } = slice.spec;
    if (!nodeName) this.shared.set(slice.metadata.name, slice);
    else {
      const slices = this.local.get(nodeName) ?? new Map<string, ResourceSlice>();
      this.local.set(nodeName, slices.set(slice.metadata.name, slice));
    }
    this.changed(nodeName);
  }

  private remove(object: KubeObject): void {
    const { metadata, spec } = object as ResourceSlice;
    const slices = spec.nodeName ? this.local.get(spec.nodeName) : this.shared;
    slices?.delete(metadata.name);
    if (spec.nodeName && slices?.size === 0) this.local.delete(spec.nodeName);
    this.changed(spec.nodeName);
  }

  private changed(nodeName: string | undefined): void {
    if (nodeName) this.knownLocal.delete(nodeName);
    this.known = new WeakMap();
  }
}

const NO_POOLS: readonly DevicePool[] = [];

/** Returns the pools of slices. Only slices of a pool's latest generation count. */
function poolsOf(slices: readonly ResourceSlice[]): DevicePool[] {
  const byPool = new Map<string, ResourceSlice[]>();
  for (const slice of slices) {
    const { driver, pool } = slice.spec;
    const id = `${driver}/${pool.name}`;
    const others = byPool.get(id) ?? [];
    const age = (pool.generation ?? 0) - (others[0]?.spec.pool.generation ?? 0);
    if (others.length === 0 || age > 0) byPool.set(id, [slice]);
    else if (age === 0) others.push(slice);
  }
  return [...byPool].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, own]) => poolOf(id, own));
}

function poolOf(id: string, slices: readonly ResourceSlice[]): DevicePool {
  const { name, resourceSliceCount } = slices[0]!.spec.pool;
  const candidates = slices.flatMap((slice) =>
    (slice.spec.devices ?? []).map((device): Candidate => {
      const { driver, pool } = slice.spec;
      const names = { driver, pool: pool.name };
      return { ...names, id: deviceId({ ...names, device: device.name }), device, slice };
    }),
  );
  const seen = new Set<string>();
  const twice = candidates.find(({ id: own }) => seen.size === seen.add(own).size);
  return {
    id,
    name,
    isIncomplete: slices.length !== resourceSliceCount,
    problem: twice && `duplicate device name ${twice.device.name}`,
    candidates,
  };
}
