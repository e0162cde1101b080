import type { KubeObject } from '../objects';

type Fields = Record<string, unknown>;

/** Fills what a client may leave out of a configuration of webhooks of version 1. Changes the object in place. */
export function defaultWebhooks(object: KubeObject, isMutating: boolean): void {
  for (const webhook of listOf(object['webhooks'])) {
    webhook['failurePolicy'] ??= 'Fail';
    webhook['matchPolicy'] ??= 'Equivalent';
    webhook['namespaceSelector'] ??= {};
    webhook['objectSelector'] ??= {};
    webhook['timeoutSeconds'] ??= 10;
    if (isMutating) webhook['reinvocationPolicy'] ??= 'Never';
    for (const rule of listOf(webhook['rules'])) rule['scope'] ??= '*';
    const service = (webhook['clientConfig'] as Fields | undefined)?.['service'] as Fields | undefined;
    if (service) service['port'] ??= 443;
  }
}

/** Defaults of v1beta1 that differ from those of version 1 (`admissionregistration/v1beta1/defaults.go` upstream). */
const OF_V1BETA1 = { failurePolicy: 'Ignore', matchPolicy: 'Exact', sideEffects: 'Unknown', timeoutSeconds: 30 };

/** The configuration in another version; coming from v1beta1 it has the defaults of that version. */
export function convertWebhooks(object: KubeObject, apiVersion: string): KubeObject {
  const webhooks: unknown = object['webhooks'];
  if (!object.apiVersion.endsWith('/v1beta1') || !Array.isArray(webhooks)) return { ...object, apiVersion };
  return { ...object, apiVersion, webhooks: webhooks.map(withOlderDefaults) };
}

function withOlderDefaults(webhook: unknown): unknown {
  if (typeof webhook !== 'object' || webhook === null) return webhook;
  const given = webhook as Fields;
  const versions = given['admissionReviewVersions'];
  const hasVersions = !Array.isArray(versions) ? versions !== undefined && versions !== null : versions.length > 0;
  const present = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  );
  return { ...OF_V1BETA1, ...present, admissionReviewVersions: hasVersions ? versions : ['v1beta1'] };
}

/** Fills what a client may leave out of a policy. Changes the object in place. */
export function defaultPolicy(object: KubeObject): void {
  const spec = object.spec as Fields | undefined;
  if (!spec) return;
  spec['failurePolicy'] ??= 'Fail';
  defaultMatchResources(spec['matchConstraints'] as Fields | undefined);
}

/** Fills what a client may leave out of the binding of a policy. Changes the object in place. */
export function defaultPolicyBinding(object: KubeObject): void {
  const spec = object.spec as Fields | undefined;
  defaultMatchResources(spec?.['matchResources'] as Fields | undefined);
}

function defaultMatchResources(match: Fields | undefined): void {
  if (!match) return;
  match['matchPolicy'] ??= 'Equivalent';
  match['namespaceSelector'] ??= {};
  match['objectSelector'] ??= {};
  for (const list of ['resourceRules', 'excludeResourceRules']) {
    for (const rule of listOf(match[list])) rule['scope'] ??= '*';
  }
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}
