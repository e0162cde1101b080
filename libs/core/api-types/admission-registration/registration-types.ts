import type { KubeObject, LabelSelector } from '../objects';
import type { WebhookClient } from '../validation/webhook-client';

/** Requests that a rule is about (`RuleWithOperations` upstream). */
export interface AdmissionRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  /** `Cluster`, `Namespaced` or `*`. */
  readonly scope?: string;
  /** Of policies: names of objects; empty for all. */
  readonly resourceNames?: readonly string[];
}

export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

/** Fields that webhooks of both kinds have. */
export interface Webhook {
  readonly name?: string;
  readonly clientConfig?: WebhookClient;
  readonly rules?: readonly AdmissionRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  /** Of mutating webhooks. */
  readonly reinvocationPolicy?: string;
}

export interface WebhookConfiguration extends KubeObject {
  readonly webhooks?: readonly Webhook[];
}

export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

export interface MatchResources {
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly resourceRules?: readonly AdmissionRule[];
  readonly excludeResourceRules?: readonly AdmissionRule[];
  readonly matchPolicy?: string;
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

export interface PolicyVariable {
  readonly name?: string;
  readonly expression?: string;
}

export interface PolicyValidation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface AuditAnnotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

/** Fields that policies of both kinds have. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly PolicyVariable[];
  readonly failurePolicy?: string;
}

export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly PolicyValidation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

export interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

export interface PolicyBindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  /** Of validating policies: `Deny`, `Warn`, `Audit`. */
  readonly validationActions?: readonly string[];
}

export const REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1'];
