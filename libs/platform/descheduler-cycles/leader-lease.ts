import { resourceAccess } from '@orrery/access';
import { ApiError, forbidden, type KubeObject } from '@orrery/api-types';
import {
  claimedLease,
  releasedLease,
  type LeaderElectionOptions,
  type LeaseSpec,
  type ObservedLease,
} from '@orrery/descheduling';
import { formatMicroTime } from '@orrery/time';
import { type Actor, requireKind } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';

const API_VERSION = 'coordination.k8s.io/v1';
const KIND = requireKind(API_VERSION, 'Lease');
const GROUP = 'coordination.k8s.io';

/** Result of an attempt to acquire the Lease. */
export type LeaseTry =
  { readonly isHeld: true } | { readonly isHeld: false; readonly holder?: string; readonly error?: string };

/** The Lease by which several deschedulers agree on one, as one of them sees it: read and written in its name. */
export class LeaderLease {
  private observed: (ObservedLease & { readonly version: string }) | undefined;

  constructor(
    private readonly cluster: DeschedulingPorts,
    private readonly actor: Actor,
    private readonly options: LeaderElectionOptions & { readonly identity: string },
  ) {}

  /** `namespace/name`. */
  get key(): string {
    return `${this.options.namespace}/${this.options.name}`;
  }

  /** Takes or renews the Lease if no other holder has it. */
  async tryToHold(): Promise<LeaseTry> {
    const { identity, leaseDurationMs } = this.options;
    try {
      const current = await this.read();
      const nowMs = this.cluster.clock.now();
      const spec = claimedLease(current && this.observe(current, nowMs), {
        identity,
        nowMs,
        nowText: formatMicroTime(nowMs),
        leaseDurationMs,
      });
      if (!spec) return { isHeld: false, holder: this.observed?.spec.holderIdentity ?? '' };
      await this.write(current, spec);
      return { isHeld: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { isHeld: false, error: error.message };
    }
  }

  /** Lets the Lease go, if it is held. */
  async release(): Promise<void> {
    try {
      const current = await this.read();
      const spec = current && specOf(current);
      if (spec?.holderIdentity !== this.options.identity) return;
      await this.write(current, releasedLease(spec, formatMicroTime(this.cluster.clock.now())));
    } catch (error) {
      // It expires.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private async read(): Promise<KubeObject | undefined> {
    const { namespace, name } = this.options;
    const access = resourceAccess({ verb: 'get', resource: 'leases', group: GROUP, namespace, name });
    const { actor, cluster } = this;
    if (!actor.decide(access).allowed) {
      const of = `resource "leases" in API group "${GROUP}" in the namespace "${namespace}"`;
      throw forbidden({ group: GROUP, resource: 'leases' }, name, `User "${actor.user.name}" cannot get ${of}`);
    }
    await cluster.caughtUp();
    return cluster.cache.get({ resource: `leases.${GROUP}`, namespace, name });
  }

  /** Notes when the Lease was first seen as it is. */
  private observe(lease: KubeObject, nowMs: number): ObservedLease {
    const version = lease.metadata.resourceVersion ?? '';
    if (this.observed?.version !== version) this.observed = { spec: specOf(lease), observedAtMs: nowMs, version };
    return this.observed!;
  }

  private async write(current: KubeObject | undefined, spec: LeaseSpec): Promise<void> {
    const { namespace, name } = this.options;
    const store = this.cluster.store.as(this.actor);
    if (!current) {
      const input = { apiVersion: API_VERSION, kind: 'Lease', metadata: { namespace, name }, spec };
      await store.create({ kind: KIND, namespace, input });
    } else {
      await store.update({ kind: KIND, namespace, name, input: { ...current, spec } });
    }
  }
}

function specOf(lease: KubeObject): LeaseSpec {
  return (lease['spec'] ?? {}) as LeaseSpec;
}
