import type { Node } from '@orrery/api-types';
import { zoneKey } from './zone-key';

/** A node as last fed to the controller. */
export interface KnownNode {
  readonly node: Node;
  readonly zone: string;
}

/** The controller's view of the cluster's nodes, in name order. */
export class KnownNodes {
  private readonly byName = new Map<string, KnownNode>();
  private names: string[] | undefined = [];

  get(name: string): KnownNode | undefined {
    return this.byName.get(name);
  }

  set(node: Node): void {
    const name = node.metadata.name;
    const previous = this.byName.get(name);
    if (!previous) this.names = undefined;
    const isSameZone = previous?.node.metadata.labels === node.metadata.labels && previous !== undefined;
    this.byName.set(name, { node, zone: isSameZone ? previous.zone : zoneKey(node.metadata.labels) });
  }

  delete(name: string): void {
    if (this.byName.delete(name)) this.names = undefined;
  }

  /** A snapshot: later changes do not show in it. */
  inNameOrder(): KnownNode[] {
    this.names ??= [...this.byName.keys()].sort();
    return this.names.map((name) => this.byName.get(name)!);
  }
}
