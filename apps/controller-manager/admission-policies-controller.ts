import { policyStatus } from '@orrery/admission';
import { deepEqual, type KubeObject } from '@orrery/api-types';
import type {
  ClockPort,
  ComponentContext,
  IdentityPort,
  KindsPort,
  LogPort,
  Modification,
  ObjectsPort,
} from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import type { Controller } from './controller';
import { Rounds } from './rounds';

/** Ports used by this class. */
type Ports = IdentityPort & KindsPort & ObjectsPort & ClockPort & LogPort;

const POLICIES = 'validatingadmissionpolicies.admissionregistration.k8s.io';

/**
 * Writes into the status of a ValidatingAdmissionPolicy the errors of its expressions for the types of the objects
 * (`pkg/controller/validatingadmissionpolicystatus` upstream). As there, each generation is checked once.
 */
export class AdmissionPoliciesController implements Controller {
  private dirty = new Set<string>();
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'validatingadmissionpolicy-status',
      hasWork: () => this.dirty.size > 0,
      round: () => this.round(),
    });
  }

  start(): void {
    for (const { metadata } of this.context.cluster.cache.list(POLICIES)) this.dirty.add(metadata.name);
    this.rounds.run();
  }

  stop(): void {
    this.dirty.clear();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation } of changes) {
      if (key.resource === POLICIES && operation !== Operation.Delete) this.dirty.add(key.name);
    }
    this.rounds.run();
  }

  private async round(): Promise<void> {
    const names = [...this.dirty];
    this.dirty = new Set();
    const modifications = names.map((name): Modification => {
      return { key: { resource: POLICIES, namespace: '', name }, change: (policy) => this.observed(policy) };
    });
    if (modifications.length > 0) await this.context.cluster.store.modify(modifications, this.context.fence);
  }

  /** Returns the policy with its status; undefined if its generation has been checked. */
  private observed(policy: KubeObject): KubeObject | undefined {
    const { observedGeneration } = (policy.status ?? {}) as { observedGeneration?: number };
    if (observedGeneration === policy.metadata.generation) return undefined;
    const status = { ...(policy.status as object | undefined), ...policyStatus(policy, this.context.cluster.kinds) };
    return deepEqual(status, policy.status) ? undefined : { ...policy, status };
  }
}
