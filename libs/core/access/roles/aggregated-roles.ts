import type { LabelMatcher } from '@orrery/api-types';
import type { PolicyRule } from '../rules/policy-rule';
import { aggregationOf, unionOfRules } from './aggregation';
import type { RoleObject } from './role-objects';

interface Aggregated {
  readonly matches: LabelMatcher;
  readonly members: Set<string>;
}

/** Cluster roles that have the rules of others, chosen by labels; the selections are kept by deltas. */
export class AggregatedRoles {
  private readonly aggregated = new Map<string, Aggregated>();

  constructor(private readonly roleNamed: (name: string) => RoleObject | undefined) {}

  /** Takes in a changed cluster role; answers with the aggregated roles that may have other rules now. */
  change(
    previous: RoleObject | undefined,
    next: RoleObject | undefined,
    all: Iterable<RoleObject>,
  ): ReadonlySet<string> {
    const { name } = (next ?? previous)!.metadata;
    const affected = new Set<string>();
    for (const [aggregate, { matches, members }] of this.aggregated) {
      const belongs = next !== undefined && aggregate !== name && matches(next.metadata.labels ?? {});
      if (belongs || members.has(name)) affected.add(aggregate);
      if (belongs) members.add(name);
      else members.delete(name);
    }
    const matches = next && aggregationOf(next);
    if (matches) this.aggregated.set(name, { matches, members: membersAmong(all, name, matches) });
    else this.aggregated.delete(name);
    for (const aggregate of affected) this.addHolders(aggregate, affected);
    for (const holder of this.holdersOf(name)) affected.add(holder);
    return affected;
  }

  /** The rules of a cluster role: its own, or those of its members in order of name. */
  rulesOf(role: RoleObject, below: readonly string[] = []): readonly PolicyRule[] {
    const { name } = role.metadata;
    const members = this.aggregated.get(name)?.members;
    if (!members) return role.rules ?? [];
    const path = [...below, name];
    const roles = [...members].sort().flatMap((member) => {
      const found = path.includes(member) ? undefined : this.roleNamed(member);
      return found ? [this.rulesOf(found, path)] : [];
    });
    return unionOfRules(roles);
  }

  private holdersOf(name: string): string[] {
    return [...this.aggregated].filter(([, { members }]) => members.has(name)).map(([holder]) => holder);
  }

  /** Roles that have the rules of one that changed, over any number of steps. */
  private addHolders(name: string, affected: Set<string>): void {
    for (const holder of this.holdersOf(name)) affected.add(holder);
  }
}

function membersAmong(roles: Iterable<RoleObject>, name: string, matches: LabelMatcher): Set<string> {
  const members = new Set<string>();
  for (const { metadata } of roles) {
    if (metadata.name !== name && matches(metadata.labels ?? {})) members.add(metadata.name);
  }
  return members;
}
