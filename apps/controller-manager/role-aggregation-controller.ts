import { aggregationOf, unionOfRules, type RoleObject } from '@orrery/access';
import { deepEqual, type KubeObject } from '@orrery/api-types';
import type {
  ComponentContext,
  Modification,
  IdentityPort,
  ObjectsPort,
  ClockPort,
  LogPort,
} from '@orrery/control-plane';
import type { Change } from '@orrery/store';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** What it uses of its cluster. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const CLUSTER_ROLES = 'clusterroles.rbac.authorization.k8s.io';

/**
 * Writes into aggregated cluster roles the rules of those that they are made of, so that they can be read there. What
 * users may do does not wait for it.
 */
export class RoleAggregationController implements Controller {
  private isDirty = false;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'role-aggregation',
      hasWork: () => this.isDirty,
      round: () => this.round(),
    });
  }

  start(): void {
    this.mark();
  }

  stop(): void {
    this.isDirty = false;
  }

  /** Roles are few and hardly ever change: all are looked at together. */
  follow(changes: readonly Change[]): void {
    if (changes.some(({ key }) => key.resource === CLUSTER_ROLES)) this.mark();
  }

  private mark(): void {
    this.isDirty = true;
    this.rounds.run();
  }

  private async round(): Promise<void> {
    this.isDirty = false;
    const { cache, store } = this.context.cluster;
    const modifications = cache.list(CLUSTER_ROLES).flatMap((role): Modification[] => {
      const { name } = role.metadata;
      if (!this.withRules(role)) return [];
      const change = (current: KubeObject): KubeObject | undefined => this.withRules(current);
      return [{ key: { resource: CLUSTER_ROLES, namespace: '', name }, change }];
    });
    if (modifications.length > 0) await store.modify(modifications, this.context.fence);
  }

  /** The role with the rules of its members; undefined if it has them, or has rules of its own. */
  private withRules(role: KubeObject): KubeObject | undefined {
    const matches = aggregationOf(role as RoleObject);
    if (!matches) return undefined;
    const members = this.context.cluster.cache
      .list(CLUSTER_ROLES)
      .filter(({ metadata }) => metadata.name !== role.metadata.name && matches(metadata.labels ?? {}))
      .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    const rules = unionOfRules((members as RoleObject[]).map((member) => member.rules ?? []));
    return deepEqual(rules, role['rules'] ?? []) ? undefined : { ...role, rules };
  }
}
