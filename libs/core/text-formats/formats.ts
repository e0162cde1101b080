import ipaddr from 'ipaddr.js';
import { compilePattern, type LinearPattern } from '@orrery/linear-regex';
import { requestUriError } from './request-uri';
import { dnsLabelErrors, subdomainErrors } from './names';

type Check = (text: string) => boolean;

const UUID = String.raw`[0-9a-f]{8}-?[0-9a-f]{4}-?V[0-9a-f]{3}-?R[0-9a-f]{3}-?[0-9a-f]{12}`;
const MAIL_ATOM = String.raw`[a-zA-Z0-9!#$%&'*+/=?^_{|}~\x60-]+`;
const OCTET = String.raw`\s*([01]?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])\s*`;

/**
 * Formats of texts that schemas of custom kinds may ask for, without dashes (`strfmt` of kube-openapi, with the list of
 * `apiserver/validation/formats.go` upstream); formats that are not here restrict nothing.
 */
const FORMATS: Readonly<Record<string, Check>> = {
  bsonobjectid: matching('^[0-9a-fA-F]{24}$'),
  byte: matching('^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$'),
  cidr: isCidr,
  creditcard: isCreditCard,
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text),
  datetime: isDateTime,
  duration: isDuration,
  email: matching(
    `^(?:[^<>]*<${MAIL_ATOM}(?:\\.${MAIL_ATOM})*@[^\\s<>@]+>|${MAIL_ATOM}(?:\\.${MAIL_ATOM})*@[^\\s<>@]+)$`,
  ),
  hexcolor: matching('^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  k8slongname: (text) => subdomainErrors(text).length === 0,
  k8sshortname: (text) => dnsLabelErrors(text).length === 0,
  mac: matching(
    '^(?:[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}|[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){7}|[0-9a-fA-F]{4}(\\.[0-9a-fA-F]{4}){2,3})$',
  ),
  password: () => true,
  rgbcolor: matching(`^rgb\\(${OCTET},${OCTET},${OCTET}\\)$`),
  ssn: matching(String.raw`^\d{3}[- ]?\d{2}[- ]?\d{4}$`),
  uri: (text) => requestUriError(text) === undefined,
  uuid: uuid('[0-9a-f]', '[0-9a-f]'),
  uuid3: uuid('3', '[0-9a-f]'),
  uuid4: uuid('4', '[89ab]'),
  uuid5: uuid('5', '[89ab]'),
};

/** Returns whether values are checked against the format; others are ignored, as are those of numbers (`int32`, until 1.36). */
export function isKnownFormat(type: string, format: string): boolean {
  return (type === '' || type === 'string') && Object.hasOwn(FORMATS, plain(format));
}

/** Returns whether a text has a format. */
export function hasFormat(format: string, text: string): boolean {
  const name = plain(format);
  return !Object.hasOwn(FORMATS, name) || FORMATS[name]!(text);
}

function plain(format: string): string {
  return format.replaceAll('-', '');
}

/** Compiled when first used: most are used by no schema. */
function matching(pattern: string): Check {
  let compiled: LinearPattern | undefined;
  return (text) => (compiled ??= compilePattern(pattern)).occursIn(text);
}

function uuid(version: string, variant: string): Check {
  return matching(
    `(?i)^${UUID.replace('V[0-9a-f]{3}', version === '[0-9a-f]' ? '[0-9a-f]{4}' : `${version}[0-9a-f]{3}`).replace('R[0-9a-f]{3}', variant === '[0-9a-f]' ? '[0-9a-f]{4}' : `${variant}[0-9a-f]{3}`)}$`,
  );
}

/**
 * Returns whether a text is an address for Go's `ParseIPSloppy`: four numbers, which may have leading zeros, or an IPv6
 * address that contains them.
 */
function isIpv4(text: string): boolean {
  if (text.includes(':')) return text.includes('.') && isIpv6(text);
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);
}

/** Without a zone, as Go's `net.ParseIP` has it. */
function isIpv6(text: string): boolean {
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text);
}

function isCidr(text: string): boolean {
  try {
    const [address = ''] = text.split('/');
    return (isIpv4(address) || isIpv6(address)) && ipaddr.parseCIDR(text).length === 2;
  } catch {
    return false;
  }
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
}

const DATE_TIME = matching(
  String.raw`^\d{4}-\d{2}-\d{2}[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)?$`,
);

function isDateTime(text: string): boolean {
  return DATE_TIME(text) && isDay(text);
}

const GO_DURATION = matching('^[+-]?(0|((\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)$');
const LONG_DURATION = matching('^\\s*(?:\\d+\\s*[A-Za-zµ]+\\s*)+$');
/** Units as they are; of the last of each row also words that begin so: `days`. */
const UNITS = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/**
 * Returns whether a text is a duration for Go's `time.ParseDuration`, or whole numbers with units of which at least one
 * is known (`strfmt/duration.go`).
 */
function isDuration(text: string): boolean {
  if (GO_DURATION(text)) return true;
  if (!LONG_DURATION(text)) return false;
  const given = text.toLowerCase().split(/[^a-zµ]+/);
  return given.some((unit) => UNITS.some((names) => names.includes(unit) || unit.startsWith(names.at(-1)!)));
}

const HOSTNAME = matching(
  String.raw`^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$`,
);

function isHostname(text: string): boolean {
  return text.length <= 255 && HOSTNAME(text) && text.split('.').every((part) => part.length <= 63);
}

const CREDIT_CARD = matching(
  String.raw`^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$`,
);

function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, '');
  if (!CREDIT_CARD(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^(?:\d{9}X|\d{10})$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + (digit === 'X' ? 10 : Number(digit)) * (i + 1), 0);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
