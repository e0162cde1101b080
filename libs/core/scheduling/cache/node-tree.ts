import type { Node } from '@orrery/api-types';

/** Zones with their nodes, both in order. */
export type NodeTreeState = readonly (readonly [zone: string, nodes: readonly string[]])[];

/**
 * Order in which nodes are visited: zones in order of first appearance, in each zone nodes in order of arrival, taken
 * one of each zone per round. As in v1.20.2 `pkg/scheduler/internal/cache/node_tree.go`.
 */
export class NodeTree {
  private readonly zones = new Map<string, Set<string>>();
  private readonly zoneOfNode = new Map<string, string>();
  private order: readonly string[] | undefined;

  /** Adds a node, or moves it to the end of its new zone if its zone changed. */
  set(node: Node): void {
    const { name } = node.metadata;
    const zone = zoneKey(node);
    const current = this.zoneOfNode.get(name);
    if (current === zone) return;
    if (current !== undefined) this.remove(name);
    let members = this.zones.get(zone);
    if (!members) this.zones.set(zone, (members = new Set()));
    members.add(name);
    this.zoneOfNode.set(name, zone);
    this.order = undefined;
  }

  /** Removes a node. An emptied zone is dropped and re-enters at the end. */
  remove(name: string): void {
    const zone = this.zoneOfNode.get(name);
    if (zone === undefined) return;
    this.zoneOfNode.delete(name);
    const members = this.zones.get(zone);
    members?.delete(name);
    if (members?.size === 0) this.zones.delete(zone);
    this.order = undefined;
  }

  /** Names in order. The same array until nodes come, go or change zone. */
  list(): readonly string[] {
    this.order ??= this.roundRobin();
    return this.order;
  }

  /** Zones with their nodes, both in order, as plain data. */
  toState(): NodeTreeState {
    return [...this.zones].map(([zone, members]) => [zone, [...members]]);
  }

  /** Brings the nodes that there are into the order of {@link toState}. */
  restore(state: NodeTreeState): void {
    this.zones.clear();
    this.zoneOfNode.clear();
    for (const [zone, names] of state) {
      this.zones.set(zone, new Set(names));
      for (const name of names) this.zoneOfNode.set(name, zone);
    }
    this.order = undefined;
  }

  private roundRobin(): string[] {
    const names: string[] = [];
    let remaining = [...this.zones.values()].map((members) => members.values());
    while (remaining.length > 0) {
      remaining = remaining.filter((members) => {
        const next = members.next();
        if (!next.done) names.push(next.value);
        return !next.done;
      });
    }
    return names;
  }
}

const REGION_LABELS = ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'] as const;
const ZONE_LABELS = ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'] as const;

/** Region and zone of a node as one key; empty if it has neither. The beta label wins, label by label. */
export function zoneKey(node: Node): string {
  const labels = node.metadata.labels ?? {};
  const region = labels[REGION_LABELS[0]] || labels[REGION_LABELS[1]] || '';
  const zone = labels[ZONE_LABELS[0]] || labels[ZONE_LABELS[1]] || '';
  return region === '' && zone === '' ? '' : `${region}:\u0000:${zone}`;
}
