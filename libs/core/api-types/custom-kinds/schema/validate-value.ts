import { compilePattern, type LinearPattern } from '@orrery/linear-regex';
import { deepEqual } from '../../equality';
import { invalidField, type FieldError } from '../../errors/field-error';
import { isInt64, isNumeric } from '../../numbers/exact-numbers';
import { hasFormat, isKnownFormat } from '@orrery/text-formats';
import { additionalOf, itemsOf, type JsonSchema } from './json-schema';
import { SchemaErrors, SchemaResult } from './schema-result';

type Json = Record<string, unknown>;

/**
 * Largest number of schemas that are applied to the parts of one object. Real objects need some thousands; a schema of many
 * nested alternatives, applied to a list of many items, would take minutes.
 */
const MAX_STEPS = 1_000_000;
/** So many states of a pattern count as the step of a schema. */
const PATTERN_STEPS = 100;
const TOO_MANY_STEPS = `validation needs more than ${MAX_STEPS} steps; simplify the schema (fewer alternatives in anyOf, allOf and oneOf, shorter patterns) or make the object smaller`;

/** Unwinds a validation that has used up its steps; never leaves this file. */
class StepsExceeded extends Error {}

/** Steps that one validation has used so far. */
interface Budget {
  steps: number;
}

/** Finds the old value of a part of a value; undefined: it has none, and is validated in full. */
export interface Correlation {
  /** Returns whether the whole old value is the same: its errors are then tolerated. */
  isUnchanged(): boolean;
  field(name: string): Correlation | undefined;
  item(index: number): Correlation | undefined;
}

/** Returns whether a pattern occurs in a text; the match takes its steps from the budget before it begins. */
function occurs(pattern: LinearPattern, text: string, budget: Budget): boolean {
  budget.steps += Math.floor(pattern.stepsOn(text) / PATTERN_STEPS);
  if (budget.steps > MAX_STEPS) throw new StepsExceeded();
  return pattern.occursIn(text);
}

/** Checks values against one schema, as kube-openapi's `SchemaValidator` does, with its messages. */
export class SchemaValidator {
  private readonly types: readonly string[];
  private readonly format: string;
  private readonly pattern: LinearPattern | undefined;
  private readonly properties: readonly (readonly [string, SchemaValidator])[];
  private readonly names: ReadonlySet<string>;
  private readonly additional: SchemaValidator | undefined;
  private readonly items: SchemaValidator | undefined;
  private readonly anyOf: readonly SchemaValidator[];
  private readonly oneOf: readonly SchemaValidator[];
  private readonly allOf: readonly SchemaValidator[];
  private readonly not: SchemaValidator | undefined;

  constructor(private readonly schema: JsonSchema) {
    const { type, format = '' } = schema;
    this.types = schema['x-kubernetes-int-or-string'] ? ['integer', 'string'] : type ? [type] : [];
    this.format = isKnownFormat(this.types.length === 1 ? this.types[0]! : '', format) ? format : '';
    this.pattern = schema.pattern ? compilePattern(schema.pattern) : undefined;
    this.properties = Object.keys(schema.properties ?? {})
      .sort()
      .map((name) => [name, new SchemaValidator(schema.properties![name]!)] as const);
    this.names = new Set(this.properties.map(([name]) => name));
    const additional = additionalOf(schema);
    this.additional = additional && new SchemaValidator(additional);
    const items = itemsOf(schema);
    this.items = items && new SchemaValidator(items);
    const all = (schemas: readonly JsonSchema[] = []): SchemaValidator[] =>
      schemas.map((each) => new SchemaValidator(each));
    this.anyOf = all(schema.anyOf);
    this.oneOf = all(schema.oneOf);
    this.allOf = all(schema.allOf);
    this.not = schema.not && new SchemaValidator(schema.not);
  }

  /**
   * Returns the errors of a value.
   * @param path where the value is, as messages name it
   * @param correlation of a change: parts that did not change may stay wrong (ratcheting, KEP 4008)
   */
  errors(value: unknown, path = '', correlation?: Correlation): readonly FieldError[] {
    try {
      return this.check(value, path, correlation, { steps: 0 }).errors;
    } catch (error) {
      if (error instanceof StepsExceeded) return [invalidField(path, '', TOO_MANY_STEPS)];
      throw error;
    }
  }

  private check(value: unknown, path: string, correlation: Correlation | undefined, budget: Budget): SchemaResult {
    if (++budget.steps > MAX_STEPS) throw new StepsExceeded();
    const result = new SchemaResult();
    this.checkType(value, path, result);
    if (value !== null) {
      this.checkJunctors(value, path, result, budget);
      if (typeof value === 'string') this.checkText(value, path, result, budget);
      else if (isNumeric(value)) this.checkNumber(value, path, result);
      else if (Array.isArray(value)) this.checkList(value, path, correlation, { result, budget });
      else if (typeof value === 'object') this.checkObject(value as Json, path, correlation, { result, budget });
    }
    this.checkEnum(value, path, result);
    if (!result.isValid && correlation?.isUnchanged()) return new SchemaResult();
    result.matches++;
    return result;
  }

  private checkType(value: unknown, path: string, result: SchemaResult): void {
    const { types, format } = this;
    if (types.length === 0 && format === '') return;
    const actual = typeName(value);
    if (value === null) {
      if (types.length > 0 && !this.schema.nullable)
        result.errors.push(SchemaErrors.type(path, types.join(','), 'null'));
      return;
    }
    const isAllowed =
      types.includes(actual) ||
      (actual === 'integer' && types.includes('number')) ||
      (actual === 'number' && types.includes('integer') && Number.isSafeInteger(value));
    const isTextual = actual === 'string' || actual === 'array';
    if (!isTextual && format !== '' && !isAllowed) {
      const given = actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '';
      result.errors.push(SchemaErrors.type(path, format, given));
      return;
    }
    const isNumeric = types.includes('number') || types.includes('integer');
    if (!isNumeric && format !== '' && isTextual) result.matches++;
    else if (isAllowed) result.matches++;
    else result.errors.push(SchemaErrors.type(path, types.join(','), actual));
  }

  private checkJunctors(value: unknown, path: string, result: SchemaResult, budget: Budget): void {
    if (this.anyOf.length > 0) this.checkAnyOf(value, path, result, budget);
    if (this.oneOf.length > 0) this.checkOneOf(value, path, result, budget);
    if (this.allOf.length > 0) this.checkAllOf(value, path, result, budget);
    if (this.not?.check(value, path, undefined, budget).isValid) {
      result.errors.push(SchemaErrors.whole(path, 'must not validate the schema (not)'));
    }
  }

  private checkAnyOf(value: unknown, path: string, result: SchemaResult, budget: Budget): void {
    let best: SchemaResult | undefined;
    for (const alternative of this.anyOf) {
      const outcome = alternative.check(value, path, undefined, budget);
      if (outcome.isValid) {
        result.merge(outcome);
        return;
      }
      if (!best || outcome.matches > best.matches) best = outcome;
    }
    result.errors.push(SchemaErrors.whole(path, 'must validate at least one schema (anyOf)'));
    result.merge(best!);
  }

  private checkOneOf(value: unknown, path: string, result: SchemaResult, budget: Budget): void {
    let best: SchemaResult | undefined;
    let valid = 0;
    for (const alternative of this.oneOf) {
      const outcome = alternative.check(value, path, undefined, budget);
      if (outcome.isValid) valid++;
      else if (valid === 0 && (!best || outcome.matches > best.matches)) best = outcome;
    }
    if (valid === 1) {
      result.matches++;
      return;
    }
    const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
    result.errors.push(SchemaErrors.whole(path, `must validate one and only one schema (oneOf). ${found}`));
    if (valid === 0) result.merge(best!);
  }

  private checkAllOf(value: unknown, path: string, result: SchemaResult, budget: Budget): void {
    let valid = 0;
    for (const part of this.allOf) {
      const outcome = part.check(value, path, undefined, budget);
      if (outcome.isValid) valid++;
      result.merge(outcome);
    }
    if (valid === this.allOf.length) return;
    const none = valid === 0 ? '. None validated' : '';
    result.errors.push(SchemaErrors.whole(path, `must validate all the schemas (allOf)${none}`));
  }

  private checkText(value: string, path: string, result: SchemaResult, budget: Budget): void {
    const { maxLength, minLength, pattern } = this.schema;
    const length = maxLength === undefined && minLength === undefined ? 0 : codePoints(value);
    // Upstream stops at the first of these.
    if (maxLength !== undefined && length > maxLength) result.errors.push(SchemaErrors.tooLong(path, value, maxLength));
    else if (minLength !== undefined && length < minLength) {
      result.errors.push(SchemaErrors.other(path, value, `should be at least ${minLength} chars long`));
    } else if (this.pattern && !occurs(this.pattern, value, budget)) {
      result.errors.push(SchemaErrors.other(path, value, `should match '${pattern!}'`));
    }
    if (this.format !== '' && !hasFormat(this.format, value)) {
      const detail = `must be of type ${this.format}: ${JSON.stringify(value)}`;
      result.errors.push({ ...SchemaErrors.type(path, this.format, value), detail: `${path} in body ${detail}` });
    }
  }

  private checkNumber(value: number | bigint, path: string, result: SchemaResult): void {
    const { exclusiveMaximum, exclusiveMinimum, multipleOf } = this.schema;
    // Integers are compared with integers (`MinimumNativeType` and its like).
    const bound = (given: number | undefined): number | undefined =>
      given !== undefined && isInt64(value) ? Math.trunc(given) : given;
    const maximum = bound(this.schema.maximum);
    const minimum = bound(this.schema.minimum);
    const outside = (text: string): void => void result.errors.push(SchemaErrors.other(path, value, text));
    if (multipleOf !== undefined && !isMultiple(value, multipleOf)) outside(`should be a multiple of ${multipleOf}`);
    if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
      outside(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
    }
    if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
      outside(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
    }
  }

  private checkList(
    list: readonly unknown[],
    path: string,
    correlation: Correlation | undefined,
    { result, budget }: Checking,
  ): void {
    const { minItems, maxItems } = this.schema;
    if (this.items) {
      for (let i = 0; i < list.length; i++) {
        result.merge(this.items.check(list[i], `${path}[${i}]`, correlation?.item(i), budget));
      }
    }
    if (minItems !== undefined && list.length < minItems) {
      result.errors.push(SchemaErrors.other(path, list.length, `should have at least ${minItems} items`));
    }
    if (maxItems !== undefined && list.length > maxItems)
      result.errors.push(SchemaErrors.tooMany(path, list.length, { limit: maxItems, things: 'items' }));
  }

  private checkObject(
    value: Json,
    path: string,
    correlation: Correlation | undefined,
    { result, budget }: Checking,
  ): void {
    const { minProperties, maxProperties, required, additionalProperties } = this.schema;
    const keys = minProperties === undefined && maxProperties === undefined ? 0 : Object.keys(value).length;
    if (minProperties !== undefined && keys < minProperties) {
      result.errors.push(SchemaErrors.other(path, keys, `should have at least ${minProperties} properties`));
    }
    if (maxProperties !== undefined && keys > maxProperties)
      result.errors.push(SchemaErrors.tooMany(path, keys, { limit: maxProperties, things: 'properties' }));
    if (additionalProperties === false) {
      for (const key of Object.keys(value)) {
        if (this.names.has(key)) continue;
        result.errors.push(invalidField(path, key, `${path}.${key} in body is a forbidden property`));
      }
    } else if (this.additional) {
      for (const key of Object.keys(value)) {
        if (this.names.has(key)) continue;
        result.merge(this.additional.check(value[key], `${path}.${key}`, correlation?.field(key), budget));
      }
    }
    for (const [name, property] of this.properties) {
      if (!Object.hasOwn(value, name) || value[name] === undefined) continue;
      const below = path === '' ? name : `${path}.${name}`;
      result.merge(property.check(value[name], below, correlation?.field(name), budget));
    }
    for (const name of required ?? []) {
      if (!Object.hasOwn(value, name) || value[name] === undefined)
        result.errors.push(SchemaErrors.required(`${path}.${name}`));
    }
  }

  private checkEnum(value: unknown, path: string, result: SchemaResult): void {
    const values = this.schema.enum;
    if (!values || values.length === 0 || values.some((each) => each !== null && deepEqual(each, value))) return;
    result.errors.push(SchemaErrors.enum(path, value, values));
  }
}

interface Checking {
  readonly result: SchemaResult;
  readonly budget: Budget;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (isNumeric(value)) return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** Go divides and looks whether the quotient is whole. */
function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint')
    return Number.isInteger(factor) ? value % BigInt(factor) === 0n : isMultiple(Number(value), factor);
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  return Number.isInteger(factor < 1 ? (1 / factor) * value : value / factor);
}
