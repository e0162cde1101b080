import { dnsLabelErrors, subdomainErrors } from '@orrery/text-formats';
import { invalidField, requiredField, type FieldError } from '../errors/field-error';
import { utf8Length } from './utf8-length';

export {
  dnsLabelErrors,
  labelValueErrors,
  qualifiedNameErrors,
  rfc1035LabelErrors,
  subdomainErrors,
  subdomainWithUnderscoreErrors,
  wildcardSubdomainErrors,
} from '@orrery/text-formats';

/** Returns the errors of `text` as the full name of a host, with or without a dot at its end (`IsFullyQualifiedDomainName`). */
export function domainNameError(text: string, field: string): FieldError[] {
  if (text === '') return [requiredField(field)];
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  const errors = subdomainErrors(name);
  if (errors.length > 0) return [invalidField(field, name, errors.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    return [invalidField(field, name, 'should be a domain with at least two segments separated by dots')];
  }
  const wrong = labels.find((label) => dnsLabelErrors(label).length > 0);
  return wrong === undefined ? [] : [invalidField(field, wrong, dnsLabelErrors(wrong).join(','))];
}

/**
 * Upstream sets no limit where a name is only a segment of a path, but a request line and the key of a database's index
 * have theirs; this is below both.
 */
const MAX_SEGMENT_BYTES = 2000;

/** Returns the errors of `text` as one segment of a URL path (RBAC names); none if it is one. */
export function pathSegmentErrors(text: string): string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  const errors = ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
  if (utf8Length(text) > MAX_SEGMENT_BYTES) errors.push(`must be no more than ${MAX_SEGMENT_BYTES} bytes`);
  return errors;
}
