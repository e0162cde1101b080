import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { rfc1035LabelErrors, subdomainErrors } from '../../names/qualified-name';
import type { DefinitionSpec, WebhookClientConfig } from './custom-resource-definition';

const FORM = '; desired format: https://host[/path]';
const STRATEGIES = ['None', 'Webhook'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** What is wrong with how a definition converts between its versions (`validateCustomResourceConversion` upstream). */
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
    else errors.push(...clientErrors(config, client));
    errors.push(...reviewVersionErrors(versions, `${field}.conversionReviewVersions`));
    return errors;
  }
  const detail = 'should not be set when strategy is not set to Webhook';
  if (webhook?.clientConfig) errors.push(forbiddenField(client, detail));
  if (versions.length > 0) errors.push(forbiddenField(`${field}.conversionReviewVersions`, detail));
  return errors;
}

function clientErrors({ url, service }: WebhookClientConfig, field: string): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(field, 'exactly one of url or service is required')];
  }
  return url === undefined ? serviceErrors(service!, `${field}.service`) : urlErrors(url, `${field}.url`);
}

function urlErrors(text: string, field: string): FieldError[] {
  if (!URL.canParse(text)) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return [invalidField(field, '', `host must be specified${FORM}`)];
    return [
      invalidField(field, '', `'https' is the only allowed URL scheme${FORM}`),
      invalidField(field, '', `host must be specified${FORM}`),
    ];
  }
  const url = new URL(text);
  const errors: FieldError[] = [];
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'https') errors.push(invalidField(field, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (url.host === '') errors.push(invalidField(field, '', `host must be specified${FORM}`));
  if (url.username !== '' || url.password !== '') {
    errors.push(invalidField(field, url.username, 'user information is not permitted in the URL'));
  }
  if (url.hash !== '') errors.push(invalidField(field, url.hash.slice(1), 'fragments are not permitted in the URL'));
  if (url.search !== '') {
    errors.push(invalidField(field, url.search.slice(1), 'query parameters are not permitted in the URL'));
  }
  return errors;
}

function serviceErrors(
  { name, namespace, path, port = 443 }: NonNullable<WebhookClientConfig['service']>,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!name) errors.push(requiredField(`${field}.name`));
  if (!namespace) errors.push(requiredField(`${field}.namespace`));
  if (port < 1 || port > 65535) {
    const detail = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidField(`${field}.port`, port, detail));
  }
  if (path === undefined || path === '' || path === '/') return errors;
  if (!path.startsWith('/')) errors.push(invalidField(`${field}.path`, path, "must start with a '/'"));
  const steps = path.slice(1).replace(/\/$/, '').split('/');
  steps.forEach((step, i) => {
    if (step === '') errors.push(invalidField(`${field}.path`, path, `segment[${i}] may not be empty`));
    else
      for (const text of subdomainErrors(step))
        errors.push(invalidField(`${field}.path`, path, `segment[${i}]: ${text}`));
  });
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

/** Whether the certificates of a webhook can be read: base64 of PEM. An absent bundle is one of the machine. */
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
