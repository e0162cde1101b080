const QUALIFIED_NAME_CHARACTERS =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_CHARACTERS =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const SUBDOMAIN_CHARACTERS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const SUBDOMAIN_WITH_UNDERSCORE_CHARACTERS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
const LABEL_CHARACTERS =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const RFC1035_LABEL_CHARACTERS =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end " +
  "with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const WILDCARD_SUBDOMAIN_CHARACTERS =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case " +
  "alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for " +
  "validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const NAME_PART = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_WITH_UNDERSCORE = /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const RFC1035_LABEL = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;

/**
 * Returns the errors of `text` as a qualified name (`[prefix/]name`: label keys, taint keys, scheduling gates), one text
 * a problem, none if it is one. Texts as in apimachinery `pkg/util/validation`.
 */
export function qualifiedNameErrors(text: string): string[] {
  const slash = text.indexOf('/');
  if (slash < 0) return namePartErrors(text);
  if (text.indexOf('/', slash + 1) >= 0) {
    return [
      `a qualified name ${QUALIFIED_NAME_CHARACTERS} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  return [...prefixPartErrors(text.slice(0, slash)), ...namePartErrors(text.slice(slash + 1))];
}

/** Returns the errors of `text` as a label or taint value; none if it is one. */
export function labelValueErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 63) errors.push('must be no more than 63 bytes');
  if (text !== '' && !NAME_PART.test(text)) errors.push(LABEL_VALUE_CHARACTERS);
  return errors;
}

/** Returns the errors of `text` as an RFC 1123 subdomain (most object names); none if it is one. */
export function subdomainErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 253) errors.push('must be no more than 253 characters');
  // The length is checked first so that the expression never runs over a hostile text.
  if (text.length > 4096 || !SUBDOMAIN.test(text)) errors.push(SUBDOMAIN_CHARACTERS);
  return errors;
}

/** Returns the errors of `text` as an RFC 1123 subdomain that may have underscores (`IsDNS1123SubdomainWithUnderscore`). */
export function subdomainWithUnderscoreErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 253) errors.push('must be no more than 253 characters');
  const isRight = text.length <= 4096 && text.split('.').every((label) => LABEL_WITH_UNDERSCORE.test(label));
  return isRight ? errors : [...errors, SUBDOMAIN_WITH_UNDERSCORE_CHARACTERS];
}

/** Returns the errors of `text` as all subdomains of a domain (`*.example.com`); none if it is that. */
export function wildcardSubdomainErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 253) errors.push('must be no more than 253 characters');
  const isWildcard = text.startsWith('*.') && text.length <= 4096 && SUBDOMAIN.test(text.slice(2));
  return isWildcard ? errors : [...errors, WILDCARD_SUBDOMAIN_CHARACTERS];
}

/** Returns the errors of `text` as an RFC 1123 label (namespaces, container and port names); none if it is one. */
export function dnsLabelErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 63) errors.push('must be no more than 63 characters');
  if (text.length <= 4096 && DNS_LABEL.test(text)) return errors;
  const isSubdomain = text.length <= 4096 && SUBDOMAIN.test(text);
  return [...errors, isSubdomain ? 'must not contain dots' : LABEL_CHARACTERS];
}

/** Returns the errors of `text` as an RFC 1035 label (services); none if it is one. */
export function rfc1035LabelErrors(text: string): string[] {
  const errors: string[] = [];
  if (text.length > 63) errors.push('must be no more than 63 characters');
  if (text.length > 4096 || !RFC1035_LABEL.test(text)) errors.push(RFC1035_LABEL_CHARACTERS);
  return errors;
}

function prefixPartErrors(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomainErrors(prefix).map((error) => `prefix part ${error}`);
}

function namePartErrors(name: string): string[] {
  const errors: string[] = [];
  if (name === '') errors.push('name part must be non-empty');
  else if (name.length > 63) errors.push('name part must be no more than 63 bytes');
  if (!NAME_PART.test(name)) errors.push(`name part ${QUALIFIED_NAME_CHARACTERS}`);
  return errors;
}
