import { absent, CostBudget, CostExceeded, present } from '@orrery/cel';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import type { StructuralCorrelation } from '../schema/correlation';
import { fieldSchema, type Structural } from '../schema/structural';
import type { ValidationRule } from '../schema/json-schema';
import { compileRule, type CompiledRule } from './compiled-rule';
import { ruleValue } from './rule-values';

type Json = Record<string, unknown>;

/** Highest total cost of the rules of one object (`RuntimeCELCostBudget` upstream). */
const OBJECT_BUDGET = 10_000_000;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Ends the rules of an object; never leaves this file. */
class BudgetSpent extends Error {}

interface Run {
  readonly errors: FieldError[];
  /** Errors that existed before, in parts that did not change. */
  readonly warnings: FieldError[];
  readonly budget: CostBudget;
  readonly values: WeakMap<object, unknown>;
}

/**
 * Location of the old value of a part, or of the nearest part around it that has one: errors in a part that did not change are
 * tolerated (`ratchetingOptions` of `apiserver/schema/cel/validation.go` upstream, KEP 4008).
 */
class Ratchet {
  constructor(
    readonly own: StructuralCorrelation | undefined,
    private readonly around?: StructuralCorrelation,
  ) {}

  /** Upstream does not compare these two, which it cannot see in stored objects. */
  field(name: string): Ratchet {
    const isRoot = this.around === undefined;
    if (this.own && isRoot && (name === 'apiVersion' || name === 'kind')) return new Ratchet(undefined);
    return this.own ? new Ratchet(this.own.field(name), this.own) : this;
  }

  item(index: number): Ratchet {
    return this.own ? new Ratchet(this.own.item(index), this.own) : this;
  }

  isUnchanged(): boolean {
    return (this.own ?? this.around)?.isUnchanged() ?? false;
  }
}

/** The validation rules of a schema (`apiserver/schema/cel.Validator` upstream). */
export class SchemaRules {
  private readonly compiled = new Map<Structural, readonly CompiledRule[]>();
  private readonly withRules = new Set<Structural>();
  private readonly warnings = new WeakMap<object, readonly FieldError[]>();

  constructor(private readonly root: Structural) {
    this.find(root);
  }

  /** True if there is any rule. */
  get isEmpty(): boolean {
    return this.withRules.size === 0;
  }

  /** Returns the errors of an object by the rules; `correlation` of a change leads to its old values. */
  errors(object: unknown, correlation: StructuralCorrelation | undefined): FieldError[] {
    if (this.isEmpty) return [];
    const run: Run = { errors: [], warnings: [], budget: new CostBudget(OBJECT_BUDGET), values: new WeakMap() };
    try {
      this.check(this.root, object, new Ratchet(correlation), '', run);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
    }
    if (run.warnings.length > 0 && typeof object === 'object' && object !== null)
      this.warnings.set(object, run.warnings);
    return run.errors;
  }

  /** Returns the errors of an object that {@link errors} tolerated because they existed before. */
  passed(object: object): readonly FieldError[] {
    return this.warnings.get(object) ?? [];
  }

  private find(schema: Structural): boolean {
    const below = [...schema.properties.values()];
    if (typeof schema.additional === 'object') below.push(schema.additional);
    if (schema.items) below.push(schema.items);
    const hasBelow = below.map((each) => this.find(each)).some(Boolean);
    if (hasBelow || schema.rules.length > 0) this.withRules.add(schema);
    return this.withRules.has(schema);
  }

  private check(schema: Structural | undefined, value: unknown, ratchet: Ratchet, path: string, run: Run): void {
    if (!schema || value === null || value === undefined || !this.withRules.has(schema)) return;
    for (const rule of this.rulesOf(schema)) this.apply(rule, schema, value, ratchet, path, run);
    if (Array.isArray(value)) {
      value.forEach((item, i) => this.check(schema.items, item, ratchet.item(i), `${path}[${i}]`, run));
    } else if (typeof value === 'object') {
      for (const field of Object.keys(value)) {
        const isOwn = schema.properties.has(field);
        const below = isOwn ? (path === '' ? field : `${path}.${field}`) : `${path}[${field}]`;
        this.check(fieldSchema(schema, field), (value as Json)[field], ratchet.field(field), below, run);
      }
    }
  }

  private rulesOf(schema: Structural): readonly CompiledRule[] {
    let rules = this.compiled.get(schema);
    if (!rules) {
      rules = schema.rules.map(compileRule);
      this.compiled.set(schema, rules);
    }
    return rules;
  }

  private apply(
    compiled: CompiledRule,
    schema: Structural,
    value: unknown,
    ratchet: Ratchet,
    path: string,
    run: Run,
  ): void {
    const { rule, usesOldSelf } = compiled;
    const before = ratchet.own?.old ?? undefined;
    const hasOld = before !== undefined;
    if (usesOldSelf && !hasOld && !rule.optionalOldSelf) return;
    const place = path === '' ? '<nil>' : path;
    if (run.budget.remaining <= 0) this.stop(run, invalidField(place, schema.type, OUT_OF_BUDGET));
    const old = hasOld ? ruleValue(schema, before, run.values) : undefined;
    const values = {
      self: ruleValue(schema, value, run.values),
      oldSelf: rule.optionalOldSelf ? (hasOld ? present(old) : absent()) : old,
    };
    try {
      if (compiled.condition.evaluate(values, run.budget) === true) return;
    } catch (error) {
      this.failed(error, compiled, invalidAt(place, schema), run);
      return;
    }
    const field =
      compiled.fieldPath === '' ? place : path === '' ? compiled.fieldPath : `${path}.${compiled.fieldPath}`;
    const isPassed = !usesOldSelf && ratchet.isUnchanged();
    const found = isPassed ? run.warnings : run.errors;
    found.push(errorOf(rule, field, schema.type, this.messageOf(compiled, values, run)));
  }

  private failed(error: unknown, { rule }: CompiledRule, wrong: (text: string) => FieldError, run: Run): void {
    const { message } = error as Error;
    const ruleText = (rule.message ?? rule.rule).trim();
    if (error instanceof CostExceeded) {
      if (run.budget.remaining <= 0) this.stop(run, wrong(OUT_OF_BUDGET));
      const text = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText}`;
      this.stop(run, wrong(text));
    }
    const isOverload = message.startsWith('no such overload');
    const matched = 'call arguments did not match a supported operator, function or macro signature for rule';
    run.errors.push(
      wrong(isOverload ? `'${message}': ${matched}: ${ruleText}` : `${message} evaluating rule: ${ruleText}`),
    );
  }

  /** A message that cannot be made gives way to the plain one. */
  private messageOf({ rule, message }: CompiledRule, values: Json, run: Run): string {
    const plain = rule.message ? rule.message.trim() : `failed rule: ${rule.rule.trim()}`;
    if (!message) return plain;
    try {
      const text = message.evaluate(values, run.budget);
      const isUsable = typeof text === 'string' && text.trim() !== '' && !/[\n\r]/.test(text) && text.length <= 5120;
      return isUsable ? text.trim() : plain;
    } catch {
      return plain;
    }
  }

  private stop(run: Run, error: FieldError): never {
    run.errors.push(error);
    throw new BudgetSpent();
  }
}

function invalidAt(place: string, { type }: Structural): (text: string) => FieldError {
  return (text) => invalidField(place, type, text);
}

function errorOf({ reason }: ValidationRule, field: string, type: string, detail: string): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbiddenField(field, detail);
    case 'FieldValueRequired':
      return requiredField(field, detail);
    case 'FieldValueDuplicate':
      return duplicateField(field, type);
    default:
      return invalidField(field, type, detail);
  }
}
