import {
  brokenPolicy,
  compileBinding,
  compileMutatingPolicy,
  compileValidatingPolicy,
  compileWebhooks,
  type BoundPolicy,
  type CompiledBinding,
  type CompiledPolicy,
  type CompiledWebhook,
  type MutatingPolicy,
  type ValidatingPolicy,
} from '@orrery/admission';
import type { KubeObject } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';

const GROUP = 'admissionregistration.k8s.io';
const Resources = {
  ValidatingPolicies: `validatingadmissionpolicies.${GROUP}`,
  ValidatingBindings: `validatingadmissionpolicybindings.${GROUP}`,
  MutatingPolicies: `mutatingadmissionpolicies.${GROUP}`,
  MutatingBindings: `mutatingadmissionpolicybindings.${GROUP}`,
  ValidatingWebhooks: `validatingwebhookconfigurations.${GROUP}`,
  MutatingWebhooks: `mutatingwebhookconfigurations.${GROUP}`,
} as const;
const ALL: ReadonlySet<string> = new Set(Object.values(Resources));

/** Source of admission configurations. */
export interface ConfigurationSource {
  readonly cache: ClusterCache;
  onCacheReplaced(listener: () => void): () => void;
}

/** Compiled forms of the objects in use, keyed by object: a changed object is a different key. */
interface Compiled {
  readonly validatingPolicies: WeakMap<KubeObject, ValidatingPolicy>;
  readonly mutatingPolicies: WeakMap<KubeObject, MutatingPolicy>;
  readonly bindings: WeakMap<KubeObject, CompiledBinding>;
  readonly webhooks: WeakMap<KubeObject, readonly CompiledWebhook[]>;
}

/** Configurations in use, in order of evaluation. */
interface InUse {
  validatingPolicies?: readonly BoundPolicy<ValidatingPolicy>[];
  mutatingPolicies?: readonly BoundPolicy<MutatingPolicy>[];
  mutatingWebhooks?: readonly CompiledWebhook[];
  validatingWebhooks?: readonly CompiledWebhook[];
}

/**
 * Policies and webhooks that users configured in a cluster, compiled when a write first meets them after a change.
 * Without any, a write costs one check of {@link isEmpty}.
 */
export class AdmissionConfigurations {
  private readonly compiled: Compiled = {
    validatingPolicies: new WeakMap(),
    mutatingPolicies: new WeakMap(),
    bindings: new WeakMap(),
    webhooks: new WeakMap(),
  };
  private inUse: InUse = {};
  private count = 0;

  constructor(private readonly source: ConfigurationSource) {
    this.follow();
    source.onCacheReplaced(() => this.follow());
  }

  /** True if nothing is configured. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Policies that some binding puts to use, in the order of their names. */
  get validatingPolicies(): readonly BoundPolicy<ValidatingPolicy>[] {
    return (this.inUse.validatingPolicies ??= this.boundTo(
      Resources.ValidatingPolicies,
      Resources.ValidatingBindings,
      (object) => known(this.compiled.validatingPolicies, object, readPolicy),
    ));
  }

  /** The same of policies that change objects. */
  get mutatingPolicies(): readonly BoundPolicy<MutatingPolicy>[] {
    return (this.inUse.mutatingPolicies ??= this.boundTo(
      Resources.MutatingPolicies,
      Resources.MutatingBindings,
      (object) => known(this.compiled.mutatingPolicies, object, readMutatingPolicy),
    ));
  }

  /** Number of webhooks: none is called if it is 0. */
  get webhookCount(): number {
    return this.isEmpty ? 0 : this.mutatingWebhooks.length + this.validatingWebhooks.length;
  }

  /** Mutating webhooks by the names of their configurations, and in the order of each. */
  get mutatingWebhooks(): readonly CompiledWebhook[] {
    return (this.inUse.mutatingWebhooks ??= this.webhooksIn(Resources.MutatingWebhooks, true));
  }

  get validatingWebhooks(): readonly CompiledWebhook[] {
    return (this.inUse.validatingWebhooks ??= this.webhooksIn(Resources.ValidatingWebhooks, false));
  }

  private webhooksIn(resource: string, isMutating: boolean): CompiledWebhook[] {
    const compile = (object: KubeObject): readonly CompiledWebhook[] => compileWebhooks(object, isMutating);
    return this.inOrder(resource).flatMap((object) => known(this.compiled.webhooks, object, compile));
  }

  private boundTo<P extends CompiledPolicy>(
    policies: string,
    bindings: string,
    compile: (object: KubeObject) => P,
  ): BoundPolicy<P>[] {
    const found = this.inOrder(bindings).map((object) => known(this.compiled.bindings, object, compileBinding));
    return this.inOrder(policies).flatMap((object) => {
      const own = found.filter(({ spec }) => spec.policyName === object.metadata.name);
      return own.length > 0 ? [{ policy: compile(object), bindings: own }] : [];
    });
  }

  private inOrder(resource: string): KubeObject[] {
    const byName = (a: KubeObject, b: KubeObject): number => (a.metadata.name < b.metadata.name ? -1 : 1);
    return [...this.source.cache.list(resource)].sort(byName);
  }

  private follow(): void {
    const { cache } = this.source;
    this.changed(cache);
    cache.subscribe((changes) => {
      if (changes.some(({ key }) => ALL.has(key.resource))) this.changed(cache);
    });
  }

  private changed(cache: ClusterCache): void {
    this.inUse = {};
    this.count = [...ALL].reduce((sum, resource) => sum + cache.count(resource), 0);
  }
}

function readPolicy(object: KubeObject): ValidatingPolicy {
  try {
    return compileValidatingPolicy(object);
  } catch (error) {
    return { ...brokenPolicy(object, (error as Error).message), validations: [], annotations: [] };
  }
}

function readMutatingPolicy(object: KubeObject): MutatingPolicy {
  try {
    return compileMutatingPolicy(object);
  } catch (error) {
    return { ...brokenPolicy(object, (error as Error).message), mutations: [] };
  }
}

function known<T>(made: WeakMap<KubeObject, T>, object: KubeObject, make: (object: KubeObject) => T): T {
  let value = made.get(object);
  if (value === undefined) made.set(object, (value = make(object)));
  return value;
}
