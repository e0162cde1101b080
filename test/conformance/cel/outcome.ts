import { compileExpression, CostBudget } from '@orrery/cel';
import type { Expected, SpecificationCase } from './specification';

/** Returns the difference from the specification; undefined if there is none. */
export function differenceOf({ expression, bindings, expected }: SpecificationCase): string | undefined {
  const values = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, valueOf(value)]));
  let actual: unknown;
  try {
    const compiled = compileExpression(expression, Object.keys(bindings), 'any');
    actual = compiled.evaluate(values, new CostBudget(10_000_000));
  } catch (error) {
    return expected.type === 'error' ? undefined : (error as Error).message;
  }
  return isSame(expected, actual) ? undefined : `${describe(actual)} in place of ${JSON.stringify(expected)}`;
}

function valueOf(expected: Expected): unknown {
  switch (expected.type) {
    case 'bool':
      return expected.text === 'true';
    case 'int':
      return BigInt(expected.text);
    case 'uint':
      return compileExpression(`${expected.text}u`, [], 'any').evaluate({}, new CostBudget(10));
    case 'double':
      return numberOf(expected.text);
    case 'list':
      return expected.items.map(valueOf);
    case 'map':
      return Object.fromEntries(expected.entries.map(([key, value]) => [String(valueOf(key)), valueOf(value)]));
    case 'bytes':
      return Uint8Array.from(expected.bytes);
    case 'null':
    case 'error':
      return null;
    default:
      return expected.text;
  }
}

function numberOf(text: string): number {
  const word = text.replace(/^(-?)inf(inity)?$/iu, '$1Infinity').replace(/^-?nan$/iu, 'NaN');
  return Number(word);
}

function isSame(expected: Expected, actual: unknown): boolean {
  switch (expected.type) {
    case 'error':
      return false;
    case 'null':
      return actual === null;
    case 'int':
      return typeof actual === 'bigint' && actual === BigInt(expected.text);
    case 'uint':
      return isUnsigned(actual) && BigInt(actual.valueOf()) === BigInt(expected.text);
    case 'double':
      return (
        typeof actual === 'number' && (Object.is(actual, numberOf(expected.text)) || actual === numberOf(expected.text))
      );
    case 'bool':
      return actual === (expected.text === 'true');
    case 'string':
      return actual === expected.text;
    case 'type':
      return describe(actual) === expected.text;
    case 'bytes':
      return actual instanceof Uint8Array && Buffer.from(actual).equals(Buffer.from(expected.bytes));
    case 'list':
      return (
        Array.isArray(actual) &&
        actual.length === expected.items.length &&
        expected.items.every((item, i) => isSame(item, actual[i]))
      );
    case 'map': {
      if (typeof actual !== 'object' || actual === null) return false;
      const found = actual instanceof Map ? [...actual] : Object.entries(actual);
      const byKey = new Map(found.map(([key, value]) => [String(key), value as unknown]));
      return (
        byKey.size === expected.entries.length &&
        expected.entries.every(([key, value]) => isSame(value, byKey.get(String(valueOf(key)))))
      );
    }
  }
}

function isUnsigned(value: unknown): value is { valueOf(): bigint } {
  return typeof value === 'object' && value?.constructor.name === 'UnsignedInt';
}

/** Returns a value as a text; of a type, its name. */
function describe(value: unknown): string {
  const { name } = (value ?? {}) as { readonly name?: unknown };
  if (typeof value === 'object' && typeof name === 'string') return name;
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
    : String(value);
}
