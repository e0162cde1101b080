import type { Environment } from '@marcbachmann/cel-js';
import {
  dnsLabelErrors,
  hasFormat,
  labelValueErrors,
  qualifiedNameErrors,
  requestUriError,
  rfc1035LabelErrors,
  subdomainErrors,
} from '@orrery/text-formats';
import { absent, present } from '../optional-value';
import { FORMAT_NAMES } from '../types/libraries';

type FormatName = (typeof FORMAT_NAMES)[number];
type Check = (text: string) => readonly string[];

/** A format as a value of the language. */
class FormatValue {
  constructor(readonly name: FormatName) {}

  /** Returns the key of equality. */
  valueOf(): string {
    return this.name;
  }
}

class FormatLibrary {}

const byFormat =
  (format: string, error: string): Check =>
  (text) =>
    hasFormat(format, text) ? [] : [error];

/**
 * Makes the check of a prefix for generated names, which may have one more dash at the end (`maskTrailingDash`
 * upstream).
 */
const ofPrefix =
  (check: Check): Check =>
  (text) =>
    check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

/** Checks of texts, by format (`ConstantFormats` of `apiserver/pkg/cel/library/format.go`). */
const CHECKS: Readonly<Record<FormatName, Check>> = {
  dns1123Label: dnsLabelErrors,
  dns1123Subdomain: subdomainErrors,
  dns1035Label: rfc1035LabelErrors,
  qualifiedName: qualifiedNameErrors,
  dns1123LabelPrefix: ofPrefix(dnsLabelErrors),
  dns1123SubdomainPrefix: ofPrefix(subdomainErrors),
  dns1035LabelPrefix: ofPrefix(rfc1035LabelErrors),
  labelValue: labelValueErrors,
  uri: (text) => [requestUriError(text)].filter((error) => error !== undefined),
  uuid: byFormat('uuid', 'does not match the UUID format'),
  byte: byFormat('byte', 'invalid base64'),
  date: byFormat('date', 'invalid date'),
  datetime: byFormat('datetime', 'invalid datetime'),
};

/** Adds `format.dns1123Label().validate(text)` and the other formats, which return the errors of a text, if any. */
export function addFormatFunctions(environment: Environment): void {
  environment
    .registerType('Format', { ctor: FormatValue, fields: {} })
    .registerType('FormatLibrary', { ctor: FormatLibrary, fields: {} })
    .registerConstant('format', 'FormatLibrary', new FormatLibrary())
    .registerFunction('FormatLibrary.named(string): optional<Format>', (_library: FormatLibrary, name: string) =>
      isFormatName(name) ? present(new FormatValue(name)) : absent(),
    )
    .registerFunction('Format.validate(string): optional<list<string>>', ({ name }: FormatValue, text: string) => {
      const errors = CHECKS[name](text);
      return errors.length === 0 ? absent() : present([...errors]);
    })
    .registerOperator('Format == Format', (a: FormatValue, b: FormatValue) => a.name === b.name);
  for (const name of FORMAT_NAMES) {
    environment.registerFunction(`FormatLibrary.${name}(): Format`, () => new FormatValue(name));
  }
}

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(CHECKS, name);
}
