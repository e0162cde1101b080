import { deepEqual } from '../equality';
import { duplicateField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { rfc1035LabelErrors, subdomainErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { oneOf } from '../validation/closed-set';
import { validateLabelSelector } from '../validation/label-selector';
import { webhookClientErrors } from '../validation/webhook-client';
import { matchConditionErrors } from './expression-errors';
import { REVIEW_VERSIONS, type Webhook, type WebhookConfiguration } from './registration-types';
import { ruleErrors } from './rule-errors';

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const MATCH_POLICIES = ['Equivalent', 'Exact'];
const REINVOCATION_POLICIES = ['IfNeeded', 'Never'];
const WITHOUT_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown'];

/** Errors that are tolerated because they existed before a change, or in older versions. */
interface Leniency {
  readonly sideEffects: readonly string[];
  readonly mayNameUnknownReviews: boolean;
  readonly mayRepeatNames: boolean;
  readonly mayKeepConditions: boolean;
}

const STRICT: Leniency = {
  sideEffects: WITHOUT_SIDE_EFFECTS,
  mayNameUnknownReviews: false,
  mayRepeatNames: false,
  mayKeepConditions: false,
};
const LENIENT: Leniency = { ...STRICT, sideEffects: SIDE_EFFECTS, mayRepeatNames: true };

/** Returns the errors of a configuration of webhooks; objects of v1beta1 may have side effects and names that occur twice. */
export function validateWebhookConfiguration(object: KubeObject, requestVersion?: string): FieldError[] {
  return configurationErrors(object, requestVersion?.endsWith('/v1beta1') ? LENIENT : STRICT);
}

/**
 * Returns the errors of a changed configuration: errors that existed before are tolerated (`validation.go` of
 * `admissionregistration` upstream).
 */
export function validateWebhookConfigurationUpdate(
  next: KubeObject,
  old: KubeObject,
  requestVersion?: string,
): FieldError[] {
  const webhooks = webhooksOf(old);
  const names = webhooks.map(({ name }) => name);
  const isOlder = requestVersion?.endsWith('/v1beta1') ?? false;
  const isFree = webhooks.every(({ sideEffects = '' }) => WITHOUT_SIDE_EFFECTS.includes(sideEffects));
  const conditions = (object: KubeObject): unknown => webhooksOf(object).map((each) => each.matchConditions);
  return configurationErrors(next, {
    sideEffects: isOlder || !isFree ? SIDE_EFFECTS : WITHOUT_SIDE_EFFECTS,
    mayNameUnknownReviews: !webhooks.every(({ admissionReviewVersions: versions = [] }) => hasKnownVersion(versions)),
    mayRepeatNames: isOlder || new Set(names).size < names.length,
    mayKeepConditions: deepEqual(conditions(next), conditions(old)),
  });
}

function webhooksOf(object: KubeObject): readonly Webhook[] {
  return (object as WebhookConfiguration).webhooks ?? [];
}

function configurationErrors(object: KubeObject, leniency: Leniency): FieldError[] {
  const names = new Set<string>();
  return webhooksOf(object).flatMap((webhook, i) => {
    const field = `webhooks[${i}]`;
    const { name = '', admissionReviewVersions = [] } = webhook;
    const isRepeated = name !== '' && names.has(name) && !leniency.mayRepeatNames;
    names.add(name);
    return [
      ...webhookErrors(webhook, field, leniency),
      ...reviewVersionErrors(admissionReviewVersions, `${field}.admissionReviewVersions`, leniency),
      ...(isRepeated ? [duplicateField(`${field}.name`, name)] : []),
    ];
  });
}

function webhookErrors(webhook: Webhook, field: string, leniency: Leniency): FieldError[] {
  const { sideEffects, timeoutSeconds: seconds, clientConfig = {}, matchConditions = [] } = webhook;
  const allowed = leniency.sideEffects;
  const lateness = 'the timeout value must be between 1 and 30 seconds';
  return [
    ...fullNameErrors(webhook.name ?? '', `${field}.name`),
    ...(webhook.rules ?? []).flatMap((rule, i) => ruleErrors(rule, `${field}.rules[${i}]`)),
    ...oneOf(webhook.failurePolicy, FAILURE_POLICIES, `${field}.failurePolicy`),
    ...oneOf(webhook.matchPolicy, MATCH_POLICIES, `${field}.matchPolicy`),
    ...(sideEffects === undefined
      ? [requiredField(`${field}.sideEffects`, `must specify one of ${allowed.join(', ')}`)]
      : oneOf(sideEffects, allowed, `${field}.sideEffects`)),
    ...(seconds !== undefined && (seconds < 1 || seconds > 30)
      ? [invalidField(`${field}.timeoutSeconds`, seconds, lateness)]
      : []),
    ...validateLabelSelector(webhook.namespaceSelector, `${field}.namespaceSelector`),
    ...validateLabelSelector(webhook.objectSelector, `${field}.objectSelector`),
    ...oneOf(webhook.reinvocationPolicy, REINVOCATION_POLICIES, `${field}.reinvocationPolicy`),
    ...webhookClientErrors(clientConfig, `${field}.clientConfig`),
    ...(leniency.mayKeepConditions ? [] : matchConditionErrors(matchConditions, `${field}.matchConditions`, false)),
  ];
}

/** As `IsFullyQualifiedName`. */
function fullNameErrors(name: string, field: string): FieldError[] {
  if (name === '') return [requiredField(field)];
  const errors = subdomainErrors(name);
  if (errors.length > 0) return [invalidField(field, name, errors.join(','))];
  if (name.split('.').length >= 3) return [];
  return [invalidField(field, name, 'should be a domain with at least three segments separated by dots')];
}

function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.length === 0 || versions.some((version) => REVIEW_VERSIONS.includes(version));
}

function reviewVersionErrors(versions: readonly string[], field: string, leniency: Leniency): FieldError[] {
  if (versions.length === 0) return [requiredField(field, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)];
  const errors = versions.flatMap((version, i) => {
    const path = `${field}[${i}]`;
    if (versions.indexOf(version) < i) return [invalidField(path, version, 'duplicate version')];
    return rfc1035LabelErrors(version).map((detail) => invalidField(path, version, detail));
  });
  if (leniency.mayNameUnknownReviews || hasKnownVersion(versions)) return errors;
  const detail = `must include at least one of ${REVIEW_VERSIONS.join(', ')}`;
  return [...errors, invalidField(field, versions, detail)];
}
