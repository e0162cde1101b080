import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { rfc1035LabelErrors } from '../../names/qualified-name';
import { webhookClientErrors } from '../../validation/webhook-client';
import type { DefinitionSpec } from './custom-resource-definition';

const STRATEGIES = ['None', 'Webhook'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Returns the errors of how a definition converts between its versions (`validateCustomResourceConversion` upstream). */
export function conversionErrors({ conversion, preserveUnknownFields }: DefinitionSpec): FieldError[] {
  const field = 'spec.conversion';
  if (!conversion) return [];
  const { strategy, webhook } = conversion;
  const errors: FieldError[] = [];
  if (strategy !== 'None' && preserveUnknownFields) {
    const detail = 'must be None if spec.preserveUnknownFields is true';
    errors.push(invalidField(`${field}.strategy`, strategy, detail));
  }
  if (!strategy) errors.push(requiredField(`${field}.strategy`));
  else if (!STRATEGIES.includes(strategy)) errors.push(unsupportedField(`${field}.strategy`, strategy, STRATEGIES));
  const client = `${field}.webhookClientConfig`;
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy === 'Webhook') {
    const config = webhook?.clientConfig;
    if (!config) errors.push(requiredField(client, 'required when strategy is set to Webhook'));
    else errors.push(...webhookClientErrors(config, client));
    errors.push(...reviewVersionErrors(versions, `${field}.conversionReviewVersions`));
    return errors;
  }
  const detail = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig) errors.push(forbiddenField(client, detail));
  if (versions.length > 0) errors.push(forbiddenField(`${field}.conversionReviewVersions`, detail));
  return errors;
}

function reviewVersionErrors(versions: readonly string[], field: string): FieldError[] {
  if (versions.length === 0) return [requiredField(field)];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  versions.forEach((version, i) => {
    if (seen.has(version)) errors.push(invalidField(`${field}[${i}]`, version, 'duplicate version'));
    else for (const text of rfc1035LabelErrors(version)) errors.push(invalidField(`${field}[${i}]`, version, text));
    seen.add(version);
  });
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) {
    errors.push(invalidField(field, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  }
  return errors;
}

/** Returns whether the certificates of a webhook can be read: base64 of PEM. An absent bundle is one of the machine. */
export function isReadableBundle(caBundle: string | undefined): boolean {
  return caBundle === undefined || caBundle === '' || /-----BEGIN CERTIFICATE-----/.test(fromBase64(caBundle));
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
