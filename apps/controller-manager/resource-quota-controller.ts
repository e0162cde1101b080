import {
  chargeByQuota,
  withCharge,
  withoutCharge,
  type Charge,
  type QuotaList,
  type ResourceQuota,
} from '@orrery/admission';
import type { KindInfo, KubeObject } from '@orrery/api-types';
import {
  countedUsage,
  kindOf,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import { compareQuantities, ZERO_QUANTITY, type Quantity } from '@orrery/quantity';
import { TimerPhase, type Timer } from '@orrery/time';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const QUOTAS = 'resourcequotas';
/** Interval at which all usage is recounted, in cluster time; `--resource-quota-sync-period` upstream. */
const RESYNC_MS = 300_000;

/** An object that stopped counting, or counts otherwise than before. */
interface Shift {
  readonly kind: KindInfo;
  readonly before: KubeObject;
  /** Undefined: it is gone. */
  readonly after: KubeObject | undefined;
}

/** Time of the next full recount; null without quotas. */
interface QuotaCapture {
  readonly resyncAtMs: number | null;
}

/**
 * Keeps the usage in the status of quotas correct. New objects are charged by admission; this subtracts deleted ones,
 * follows changes, and recounts everything at the start, when limits change and every five minutes.
 */
export class ResourceQuotaController implements Controller {
  private shifts = new Map<string, Shift[]>();
  /** Quotas to recount; those that only changed are skipped if admission has counted them meanwhile. */
  private recounts = new Map<string, 'changed' | 'resync'>();
  private readonly rounds: Rounds;
  private timer: Timer | undefined;
  private resyncAtMs = 0;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'resource-quota',
      hasWork: () => this.shifts.size > 0 || this.recounts.size > 0,
      round: () => this.round(),
    });
  }

  start(captured?: QuotaCapture): void {
    if (!captured) this.resync();
    else if (captured.resyncAtMs !== null) this.schedule(captured.resyncAtMs);
  }

  capture(): QuotaCapture {
    return { resyncAtMs: this.timer ? this.resyncAtMs : null };
  }

  stop(): void {
    this.timer?.cancel();
  }

  /** Clusters without quotas pay one look per batch. */
  follow(changes: readonly Change[]): void {
    const { cache } = this.context.cluster;
    if (cache.count(QUOTAS) === 0) return;
    for (const change of changes) {
      if (change.key.namespace === '') continue;
      if (change.key.resource === QUOTAS) this.quotaChanged(change);
      else if (change.operation !== Operation.Create) this.objectChanged(change);
    }
    if (!this.timer) this.schedule();
    this.rounds.run();
  }

  private quotaChanged({ key, operation, object, previous }: Change): void {
    if (operation === Operation.Delete) return;
    const isSame = JSON.stringify(previous?.spec) === JSON.stringify(object.spec);
    if (!isSame || !(object.status as { used?: unknown } | undefined)?.used) {
      this.recounts.set(nameOf(key.namespace, key.name), 'changed');
    }
  }

  private objectChanged({ key, operation, object, previous }: Change): void {
    const quotas = this.context.cluster.cache.list(QUOTAS, key.namespace);
    if (quotas.length === 0) return;
    const isGone = operation === Operation.Delete;
    const shift: Shift = {
      kind: kindOf(key),
      before: previous ?? object,
      after: isGone ? undefined : object,
    };
    for (const quota of quotas as ResourceQuota[]) {
      if (!matters(quota, shift)) continue;
      const name = nameOf(key.namespace, quota.metadata.name);
      const shifts = this.shifts.get(name);
      if (shifts) shifts.push(shift);
      else this.shifts.set(name, [shift]);
    }
  }

  private resync(): void {
    for (const { metadata } of this.context.cluster.cache.list(QUOTAS)) {
      this.recounts.set(nameOf(metadata.namespace ?? '', metadata.name), 'resync');
    }
    if (this.recounts.size > 0) this.schedule();
    this.rounds.run();
  }

  private schedule(atMs = this.context.cluster.clock.now() + RESYNC_MS): void {
    const { clock } = this.context.cluster;
    this.timer?.cancel();
    this.resyncAtMs = atMs;
    this.timer = clock.setTimer(atMs, TimerPhase.Controllers, 'resource-quota', () => {
      this.timer = undefined;
      this.resync();
    });
  }

  private async round(): Promise<void> {
    const { shifts, recounts } = this;
    this.shifts = new Map();
    this.recounts = new Map();
    const modifications = [...new Set([...shifts.keys(), ...recounts.keys()])].map((name): Modification => {
      const [namespace, quota] = name.split('/') as [string, string];
      return {
        key: { resource: QUOTAS, namespace, name: quota },
        change: (current) => {
          const reason = recounts.get(name);
          const isRecount = reason === 'resync' || (reason === 'changed' && !isCounted(current));
          return this.withStatus(current, shifts.get(name) ?? [], isRecount);
        },
      };
    });
    await this.context.cluster.store.modify(modifications, this.context.fence);
  }

  private withStatus(current: KubeObject, shifts: readonly Shift[], isRecount: boolean): KubeObject | undefined {
    const quota = current as ResourceQuota;
    const { cache } = this.context.cluster;
    const used = isRecount
      ? countedUsage(cache, current.metadata.namespace ?? '', quota)
      : shifts.reduce((sum, shift) => shifted(quota, sum, shift), quota.status?.used ?? {});
    const status = { hard: quota.spec?.hard ?? {}, used };
    return JSON.stringify(status) === JSON.stringify(current.status) ? undefined : { ...current, status };
  }
}

/** Returns whether the usage of every limit is known. */
function isCounted(quota: KubeObject): boolean {
  const { spec, status } = quota as ResourceQuota;
  return status?.used !== undefined && JSON.stringify(status.hard) === JSON.stringify(spec?.hard);
}

function shifted(quota: ResourceQuota, used: QuotaList, shift: Shift): QuotaList {
  const { before, after } = charges(quota, shift);
  return withCharge(withoutCharge(used, before), after);
}

function matters(quota: ResourceQuota, shift: Shift): boolean {
  const { before, after } = charges(quota, shift);
  if (before.size !== after.size) return true;
  return [...before].some(([name, amount]) => after.get(name)?.nanos !== amount.nanos);
}

function charges(quota: ResourceQuota, { kind, before, after }: Shift): { before: Charge; after: Charge } {
  const chargeOf = (object: KubeObject | undefined): Charge =>
    object ? chargeByQuota({ quota, kind, object }) : new Map();
  const known = chargeOf(before);
  if (kind.kind !== 'Pod' || !before || !after || before.spec === after.spec)
    return { before: known, after: chargeOf(after) };
  // What a resize adds was charged when it was asked for.
  return { before: withGrowth(known, chargeOf({ ...before, spec: after.spec })), after: chargeOf(after) };
}

/** The higher ones of two charges' amounts. */
function withGrowth(charge: Charge, next: Charge): Charge {
  const isMore = ([name, amount]: readonly [string, Quantity]): boolean =>
    compareQuantities(amount, charge.get(name) ?? ZERO_QUANTITY) > 0;
  return new Map([...charge, ...[...next].filter(isMore)]);
}
