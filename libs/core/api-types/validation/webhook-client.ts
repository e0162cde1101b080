import { invalidField, requiredField, type FieldError } from '../errors/field-error';
import { subdomainErrors } from '../names/qualified-name';

/** Location of a webhook, as in configurations and definitions. */
export interface WebhookClient {
  readonly url?: string | undefined;
  readonly service?:
    | {
        readonly namespace?: string | undefined;
        readonly name?: string | undefined;
        readonly path?: string | undefined;
        readonly port?: number | undefined;
      }
    | undefined;
  /** PEM in base64. */
  readonly caBundle?: string | undefined;
}

const FORM = '; desired format: https://host[/path]';

/** Returns the errors of the address of a webhook (`apiserver/pkg/util/webhook/validation.go` upstream). */
export function webhookClientErrors({ url, service }: WebhookClient, field: string): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [requiredField(field, 'exactly one of url or service is required')];
  }
  return url === undefined ? serviceErrors(service!, `${field}.service`) : urlErrors(url, `${field}.url`);
}

function urlErrors(text: string, field: string): FieldError[] {
  if (!URL.canParse(text)) {
    const errors = [invalidField(field, '', `host must be specified${FORM}`)];
    if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return errors;
    return [invalidField(field, '', `'https' is the only allowed URL scheme${FORM}`), ...errors];
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

function serviceErrors(service: NonNullable<WebhookClient['service']>, field: string): FieldError[] {
  const { name, namespace, path = '', port = 443 } = service;
  const errors: FieldError[] = [];
  if (!name) errors.push(requiredField(`${field}.name`, 'service name is required'));
  if (!namespace) errors.push(requiredField(`${field}.namespace`, 'service namespace is required'));
  if (port < 1 || port > 65535) {
    const detail = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidField(`${field}.port`, port, detail));
  }
  return [...errors, ...pathErrors(path, `${field}.path`)];
}

function pathErrors(path: string, field: string): FieldError[] {
  if (path === '' || path === '/') return [];
  const refuse = (detail: string): FieldError => invalidField(field, path, detail);
  const start = path.startsWith('/') ? [] : [refuse("must start with a '/'")];
  const steps = path.slice(1).replace(/\/$/, '').split('/');
  const wrong = steps.flatMap((step, i) =>
    step === ''
      ? [refuse(`segment[${i}] may not be empty`)]
      : subdomainErrors(step).map((text) => refuse(`segment[${i}]: ${text}`)),
  );
  return [...start, ...wrong];
}
