export type {
  AccessQuestion,
  AdmissionCheck,
  AdmissionLookup,
  AdmissionPlugin,
  AdmissionRequest,
  AdmissionUser,
  Operation,
} from './admission';
export {
  admissionOrder,
  createAdmission,
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  V1_20_ADMISSION_SETTINGS,
  type Admission,
  type AdmissionSettings,
  type ProductPlugins,
  type ProjectNodeSelectorSettings,
  type SwitchablePlugin,
} from './chain';
export {
  ADMISSION_SECTIONS,
  readAdmissionConfiguration,
  type AdmissionConfigurationError,
  type AdmissionConfigurationVerdict,
} from './configuration/admission-configuration';
export type { QuotaList, ResourceQuota } from './resource-quota/quota';
export type { Charge } from './resource-quota/object-charge';
export {
  chargeByQuota,
  checkQuota,
  usageOf,
  withCharge,
  withoutCharge,
  type QuotaVerdict,
} from './resource-quota/quota-verdict';
export {
  gvk,
  gvr,
  isExempt,
  isExemptFromPolicies,
  type GroupVersionKind,
  type GroupVersionResource,
  type RequestAttributes,
  type RequestOperation,
  type RequestUser,
  type ResourceView,
} from './dynamic/attributes';
export { EvaluationFailure, RequestValues, type AccessOracle } from './dynamic/expressions';
export type { ParamObjects } from './dynamic/policy-params';
export {
  brokenPolicy,
  compileBinding,
  type BoundPolicy,
  type CompiledBinding,
  type CompiledPolicy,
  type PolicyLookup,
} from './dynamic/policies';
export {
  compileValidatingPolicy,
  evaluatePolicies,
  type PolicyVerdict,
  type ValidatingPolicy,
} from './dynamic/validating-policies';
export { readReview, reviewBody, type ReviewAnswer } from './dynamic/admission-review';
export {
  compileMutatingPolicy,
  mutateByPolicies,
  type MutatingPolicy,
  type PolicyMutationContext,
} from './dynamic/mutating-policies';
export { mutateByWebhooks, type MutationContext } from './dynamic/mutating-webhooks';
export { Reinvocation } from './dynamic/reinvocation';
export { AnswersNeeded, WebhookAnswers } from './dynamic/webhook-answers';
export { type WebhookQuestion } from './dynamic/webhook-question';
export { evaluateWebhooks } from './dynamic/webhook-verdicts';
export { compileWebhooks, type CompiledWebhook } from './dynamic/webhooks';
export { policyStatus, type KindLookup } from './dynamic/type-check';
export { isPodWrite, type PluginHalves } from './admission';
export { readNodeSelector, selectorMatches, selectorsConflict } from './pod-node-selector/node-selector-text';
export { NAMESPACE_NODE_SELECTOR, withNodeSelector } from './pod-node-selector/pod-node-selector';
