import { requiredField, tooLongField, type FieldError } from '../../errors/field-error';
import { utf8Length } from '../../names/utf8-length';
import { structNamed } from '../../structure/struct-table';
import { changedField } from '../changed-field';
import { oneOf } from '../closed-set';
import { listErrors, setErrors } from '../list-errors';
import { declaredRules, type DeclaredRule } from './rule-table';

/** Returns the errors of one value, or of one item of a list, that no rule declares; `field` is its path. */
type Check<T> = (value: T, field: string) => readonly FieldError[];
type ItemOf<T> = NonNullable<T> extends readonly (infer Item)[] ? Item : NonNullable<T>;

/** The fields whose rules are applied, in the order of their errors; true for those of which the rules say everything. */
export type CheckedFields<T> = { readonly [Field in keyof T]?: true | Check<ItemOf<T[Field]>> };

/** The rules of a field in the form in which they are applied. */
interface FieldPlan {
  readonly isRequired: boolean;
  readonly values: readonly string[] | undefined;
  readonly maxBytes: number;
  readonly maxItems: number;
  /** Fields by which items differ; the item itself if empty, undefined where items may repeat. */
  readonly keys: readonly string[] | undefined;
}

/**
 * Applies the rules that upstream declares for fields of a struct (`declared-rules.generated.ts`). The errors come in the order of
 * upstream's own functions, which still decide there: those of the items of a list, then their number, then repeated ones.
 *
 * @param struct by its name in the table of structs
 * @param field path of the struct; empty for the object as a whole
 * @throws TypeError for a field without rules
 */
export function declaredErrors<T extends object>(
  struct: string,
  value: T | undefined,
  field: string,
  checked: CheckedFields<T>,
): FieldError[] {
  return Object.entries(checked).flatMap(([name, check]) => {
    const path = field === '' ? name : `${field}.${name}`;
    // Checks take the type of their field, which a list of all fields does not tell.
    const more = check === true ? nothing : (check as Check<unknown>);
    return fieldErrors(
      planOf(struct, name),
      (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      path,
      more,
    );
  });
}

/** Returns an error for each field that changed though it is declared to be immutable. */
export function declaredChanges(
  struct: string,
  names: readonly string[],
  [next, old]: readonly [object | undefined, object | undefined],
  field = '',
): FieldError[] {
  return names.flatMap((name) => {
    if (!rulesOf(struct, name).some((rule) => rule.name === 'immutable')) {
      throw new TypeError(`${struct}.${name} is not declared to be immutable`);
    }
    return changedField(field === '' ? name : `${field}.${name}`, valuesOf(struct, name, [next, old]));
  });
}

/** The values of a field before and after; Go has an empty text where one is left out. */
function valuesOf(struct: string, name: string, objects: readonly [object | undefined, object | undefined]) {
  const absent = structNamed(struct)?.fields.get(name)?.is === 's' ? '' : null;
  const valueIn = (object: object | undefined): unknown =>
    (object as Record<string, unknown> | undefined)?.[name] ?? absent;
  return [valueIn(objects[0]), valueIn(objects[1])] as const;
}

function fieldErrors(plan: FieldPlan, value: unknown, field: string, check: Check<unknown>): readonly FieldError[] {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return plan.isRequired ? [requiredField(field)] : [];
  const { maxItems, maxBytes, keys, values } = plan;
  if (Array.isArray(value)) {
    return keys
      ? setErrors(value, maxItems, field, check, keyOf(keys), keys.join('.'))
      : listErrors(value, maxItems, field, check);
  }
  if (typeof value !== 'string') return check(value, field);
  if (values) return [...oneOf(value, values, field), ...check(value, field)];
  return [...(utf8Length(value) > maxBytes ? [tooLongField(field, maxBytes)] : []), ...check(value, field)];
}

function keyOf([name]: readonly string[]): (item: unknown) => unknown {
  return name === undefined ? (item) => item : (item) => (item as Readonly<Record<string, unknown>>)[name];
}

const nothing = (): readonly FieldError[] => [];
const plans = new Map<string, FieldPlan>();

function planOf(struct: string, field: string): FieldPlan {
  const id = `${struct}.${field}`;
  let plan = plans.get(id);
  if (!plan) plans.set(id, (plan = compile(rulesOf(struct, field))));
  return plan;
}

function rulesOf(struct: string, field: string): readonly DeclaredRule[] {
  const rules = declaredRules(struct).get(field);
  if (!rules) throw new TypeError(`upstream declares no rule for ${struct}.${field}`);
  return rules;
}

function compile(rules: readonly DeclaredRule[]): FieldPlan {
  const valueOf = (name: string): string | undefined => rules.find((rule) => rule.name === name)?.value;
  return {
    isRequired: valueOf('required') !== undefined,
    values: valueOf('enum')?.split('|'),
    maxBytes: Number(valueOf('maxBytes') ?? valueOf('maxLength') ?? Infinity),
    maxItems: Number(valueOf('maxItems') ?? Infinity),
    keys: valueOf('unique')?.split('|').filter(Boolean),
  };
}
