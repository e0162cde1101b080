import { isExtendedResource, type Node, type ResourceList } from '@orrery/api-types';

type Resources = Pick<Node['status'], 'capacity' | 'allocatable'>;

/**
 * Makes extended resources that a client writes into a node's capacity allocatable, as a kubelet does when it sets its status
 * (`MachineInfo` in `pkg/kubelet/nodestatus/setters.go`): each change of the capacity is applied to allocatable. A smaller
 * amount from the node's description stays until its capacity changes.
 */
export class ExtendedResources {
  /** Those whose capacity changed, until allocatable shows it. */
  private readonly changed = new Set<string>();

  /** @param before what the node said before, undefined for one that is new here */
  update(before: Resources | undefined, after: Resources): void {
    const allocatable = after.allocatable ?? {};
    for (const [name, amount] of Object.entries(after.capacity ?? {})) {
      if (!isExtendedResource(name)) continue;
      if (allocatable[name] === amount) this.changed.delete(name);
      else if (allocatable[name] === undefined || (before && before.capacity?.[name] !== amount))
        this.changed.add(name);
    }
    for (const name of Object.keys(allocatable)) {
      if (after.capacity?.[name] === undefined && isExtendedResource(name)) this.changed.add(name);
    }
    for (const name of this.changed) {
      if (after.capacity?.[name] === undefined && allocatable[name] === undefined) this.changed.delete(name);
    }
  }

  /** Names of those whose change is not shown yet. */
  toState(): readonly string[] {
    return [...this.changed];
  }

  /** Replaces the state with the one that {@link toState} returned. */
  restore(changed: readonly string[]): void {
    this.changed.clear();
    for (const name of changed) this.changed.add(name);
  }

  get hasUpdates(): boolean {
    return this.changed.size > 0;
  }

  /** Returns the correct allocatable amounts; undefined if the node has no changed resources. */
  allocatable({ capacity = {}, allocatable = {} }: Resources): ResourceList | undefined {
    if (!this.hasUpdates) return undefined;
    const result = { ...allocatable };
    for (const name of this.changed) {
      const amount = capacity[name];
      if (amount === undefined) delete result[name];
      else result[name] = amount;
    }
    return result;
  }
}
