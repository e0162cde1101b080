import { exactInteger, inexactText, isNumeric, jsonText } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { dataOfLiteral } from './json-literal';

/** A scalar whose values are texts of a certain form; they are served as they are stored. */
function textScalar(
  name: string,
  { description, example }: { readonly description: string; readonly example: string },
  isValid: (text: string) => boolean,
): GraphQLScalarType {
  const read = (value: unknown): string => {
    if (typeof value === 'string' && isValid(value)) return value;
    throw new GraphQLError(`${name} cannot represent ${jsonText(value)}: give ${example}`);
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: String,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : undefined),
  });
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

export const DateTime = textScalar(
  'DateTime',
  {
    description: 'A time in RFC 3339 with up to nine fractional digits, such as `2026-01-01T00:00:00Z`.',
    example: 'a time such as 2026-01-01T00:00:00Z',
  },
  (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)),
);

export const Duration = textScalar(
  'Duration',
  {
    description: 'A Go duration, such as `1m30s`, `500ms` or `2h`.',
    example: 'a duration such as 90s or 1h30m',
  },
  (text) => parseDurationMs(text) !== undefined,
);

export const Yaml = textScalar(
  'YAML',
  { description: 'A YAML or JSON document as a string.', example: 'a text' },
  () => true,
);

/** An amount that a client may give as a number as well. */
export const QuantityText = new GraphQLScalarType({
  name: 'Quantity',
  description: 'A quantity in the notation of Kubernetes, such as `500m`, `2` or `16Gi`.',
  serialize: String,
  parseValue: readQuantity,
  parseLiteral: (node) => readQuantity('value' in node ? node.value : undefined),
});

function readQuantity(value: unknown): string {
  const text = isNumeric(value) ? String(value) : value;
  if (typeof text === 'string' && tryParseQuantity(text).ok) return text;
  throw new GraphQLError(`Quantity cannot represent ${jsonText(value)}: give an amount such as 500m, 2 or 16Gi`);
}

/** Whole numbers that a JavaScript number may not hold exactly travel as texts. */
export const Int64 = new GraphQLScalarType({
  name: 'Int64',
  description:
    'A signed 64-bit integer: a number, or a string of digits beyond 2^53 - 1. Input beyond that is accepted only if a float64 represents it exactly.',
  serialize: (value) => {
    const whole = BigInt(value as bigint | number | string);
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : String(whole);
  },
  parseValue: readInt64,
  parseLiteral: (node) => readInt64(node.kind === Kind.INT ? node.value : 'value' in node ? node.value : undefined),
});

function readInt64(value: unknown): number {
  const text = String(value);
  if (/^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) {
    const number = exactInteger(BigInt(text));
    if (typeof number === 'number') return number;
    throw new GraphQLError(`Int64 cannot represent ${text}: ${inexactText(number)}`);
  }
  throw new GraphQLError(`Int64 cannot represent ${jsonText(value)}`);
}

export const IntOrString = new GraphQLScalarType({
  name: 'IntOrString',
  description: 'An integer or a string, such as `1` or `"50%"`.',
  serialize: (value) => value,
  parseValue: readIntOrString,
  parseLiteral: (node) =>
    readIntOrString(node.kind === Kind.INT ? Number(node.value) : node.kind === Kind.STRING ? node.value : undefined),
});

function readIntOrString(value: unknown): number | string {
  if (typeof value === 'string' || Number.isSafeInteger(value)) return value as number | string;
  throw new GraphQLError(`IntOrString cannot represent ${jsonText(value)}`);
}

export const Json = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: dataOfLiteral,
});

/** A quantity, a share or a usage curve; numbers are read as texts. */
export const Amount = new GraphQLScalarType({
  name: 'Amount',
  description: 'A number, or a string such as `6Gi`, `80%` or a usage curve.',
  serialize: String,
  parseValue: readAmount,
  parseLiteral: (node) =>
    readAmount(
      node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING ? node.value : undefined,
    ),
});

function readAmount(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value)) return String(value as string);
  throw new GraphQLError(`Amount cannot represent ${jsonText(value)}: give a number or a string`);
}
