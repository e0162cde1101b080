import { aggregationOf, unionOfRules, type RoleObject } from '@orrery/access';
import { deepEqual, isAfter, type KubeObject } from '@orrery/api-types';
import {
  bundleOf,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
  type SettingsPort,
} from '@orrery/control-plane';
import type { Change } from '@orrery/store';
import { TimerPhase, TokenBucket, type Timer } from '@orrery/time';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort & SettingsPort;

/** Field managers of the rules: today's controller applies them, one before 1.22 updated the role. */
const APPLIER = 'clusterrole-aggregation-controller';
const UPDATER = 'kube-controller-manager';
const CLUSTER_ROLES = 'clusterroles.rbac.authorization.k8s.io';
/** Request rate of kube-controller-manager's clients (`--kube-api-qps`, `--kube-api-burst`). */
const REQUESTS = { intervalMs: 50, burst: 30 } as const;

/** State of the controller besides the roles. */
interface RoleAggregationCapture {
  readonly fullAtMs: number;
}

/**
 * Writes into aggregated cluster roles the rules of the roles that they consist of, so that they can be read there.
 * Authorization does not wait for it. Roles that consist of each other may change for ever, with upstream as here: its
 * writes have upstream's rate, so that time advances meanwhile.
 */
export class RoleAggregationController implements Controller {
  private isDirty = false;
  private readonly rounds: Rounds;
  private requests = new TokenBucket(REQUESTS);
  private timer: Timer | undefined;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'role-aggregation',
      hasWork: () => this.isDirty,
      round: () => this.round(),
    });
  }

  start(captured?: RoleAggregationCapture): void {
    this.requests = new TokenBucket(REQUESTS, captured?.fullAtMs);
    this.mark();
  }

  capture(): RoleAggregationCapture {
    return { fullAtMs: this.requests.fullAtMs };
  }

  stop(): void {
    this.isDirty = false;
    this.timer?.cancel();
  }

  /** Follows changes. Roles are few and hardly ever change: all are processed together. */
  follow(changes: readonly Change[]): void {
    if (changes.some(({ key }) => key.resource === CLUSTER_ROLES)) this.mark();
  }

  private mark(): void {
    this.isDirty = true;
    this.rounds.run();
  }

  private async round(): Promise<void> {
    this.isDirty = false;
    this.timer?.cancel();
    const { cache, clock, store, settings } = this.context.cluster;
    const modifications = cache.list(CLUSTER_ROLES).flatMap((role): Modification[] => {
      const { name } = role.metadata;
      if (!this.withRules(role)) return [];
      const change = (current: KubeObject): KubeObject | undefined => this.withRules(current);
      return [{ key: { resource: CLUSTER_ROLES, namespace: '', name }, change, applies: 'rules' }];
    });
    if (modifications.length === 0) return;
    const nowMs = clock.now();
    const readyAtMs = this.requests.readyAtMs(nowMs);
    if (readyAtMs > nowMs) {
      this.timer = clock.setTimer(readyAtMs, TimerPhase.Controllers, 'role-aggregation', () => this.mark());
      return;
    }
    this.requests.take(modifications.length, nowMs);
    const manager = isAfter(bundleOf(settings), '1.20') ? APPLIER : UPDATER;
    await store.modify(modifications, this.context.fence, manager);
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
    // Go's empty list is stored as null.
    return deepEqual(rules, role['rules'] ?? []) ? undefined : { ...role, rules: rules.length === 0 ? null : rules };
  }
}
