import { compareQuantities, parseQuantity, quantityMilliValue } from '@orrery/quantity';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { validateAmountList } from '../../validation/resources';

const STANDARD_TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'] as const;

type Amounts = Readonly<Record<string, string>>;

interface Item {
  readonly type?: string;
  readonly max?: Amounts;
  readonly min?: Amounts;
  readonly default?: Amounts;
  readonly defaultRequest?: Amounts;
  readonly maxLimitRequestRatio?: Amounts;
}

/** Returns the errors of a LimitRange: bounds must leave room for its own defaults (`ValidateLimitRange`). */
export function validateLimitRange({ spec }: KubeObject): FieldError[] {
  const items = ((spec ?? {}) as { limits?: readonly Item[] }).limits ?? [];
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const field = `spec.limits[${i}]`;
    const { type = '' } = item;
    const errors = typeErrors(type, `${field}.type`);
    if (seen.has(type)) errors.push(duplicateField(`${field}.type`, type));
    seen.add(type);
    return [...errors, ...validateItem(item, field)];
  });
}

/** As `validateLimitRangeTypeName`. */
function typeErrors(type: string, field: string): FieldError[] {
  const texts = qualifiedNameErrors(type);
  if (texts.length === 0 && !type.includes('/') && !(STANDARD_TYPES as readonly string[]).includes(type)) {
    texts.push('must be a standard limit type or fully qualified');
  }
  return texts.map((text) => invalidField(field, type, text));
}

function validateItem(item: Item, field: string): FieldError[] {
  const errors = (['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const).flatMap((list) =>
    validateAmountList(item[list], `${field}.${list}`),
  );
  if (item.type === 'Pod') {
    for (const list of ['default', 'defaultRequest'] as const) {
      if (item[list]) errors.push(forbiddenField(`${field}.${list}`, "may not be specified when `type` is 'Pod'"));
    }
  }
  if (item.type === 'PersistentVolumeClaim' && !item.min?.['storage'] && !item.max?.['storage']) {
    errors.push(
      requiredField(`${field}.limits`, 'either minimum or maximum storage value is required, but neither was provided'),
    );
  }
  if (errors.length > 0) return errors;
  const names = new Set(Object.values(item).flatMap((list) => (typeof list === 'object' ? Object.keys(list) : [])));
  return [...names].sort().flatMap((name) => orderErrors(item, name, field));
}

/** `min <= defaultRequest <= default <= max`, each where it is given; a ratio is from 1 to `max / min`. */
function orderErrors(item: Item, name: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const { low, high, of, shows } of ORDER) {
    const [a, b] = [item[low]?.[name], item[high]?.[name]];
    if (a === undefined || b === undefined || !isMore(a, b)) continue;
    const detail = `${of[0]} ${a} is greater than ${of[1]} ${b}`;
    errors.push(invalidField(`${field}.${shows.at}[${name}]`, item[shows.value]?.[name], detail));
  }
  const ratio = item.maxLimitRequestRatio?.[name];
  if (ratio === undefined) return errors;
  const path = `${field}.maxLimitRequestRatio[${name}]`;
  if (isMore('1', ratio)) errors.push(invalidField(path, ratio, `ratio ${ratio} is less than 1`));
  const [min, max] = [item.min?.[name], item.max?.[name]];
  if (min === undefined || max === undefined) return errors;
  const most = milliOf(max) / milliOf(min);
  if (milliOf(ratio) / 1000 <= most) return errors;
  return [...errors, invalidField(path, ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`)];
}

type List = 'min' | 'max' | 'default' | 'defaultRequest';

/** One amount that may not be more than another, and where and with which of both upstream says so. */
interface OrderRule {
  readonly low: List;
  readonly high: List;
  readonly of: readonly [low: string, high: string];
  readonly shows: { readonly at: List; readonly value: List };
}

const [MIN, MAX, REQUEST, LIMIT] = ['min value', 'max value', 'default request value', 'default limit value'] as const;
/** In the order of `ValidateLimitRange`, which does not always show the amount that it names. */
const ORDER: readonly OrderRule[] = [
  { low: 'min', high: 'max', of: [MIN, MAX], shows: { at: 'min', value: 'min' } },
  { low: 'min', high: 'defaultRequest', of: [MIN, REQUEST], shows: { at: 'defaultRequest', value: 'defaultRequest' } },
  { low: 'defaultRequest', high: 'max', of: [REQUEST, MAX], shows: { at: 'defaultRequest', value: 'defaultRequest' } },
  {
    low: 'defaultRequest',
    high: 'default',
    of: [REQUEST, LIMIT],
    shows: { at: 'defaultRequest', value: 'defaultRequest' },
  },
  { low: 'min', high: 'default', of: [MIN, 'default value'], shows: { at: 'default', value: 'min' } },
  { low: 'default', high: 'max', of: ['default value', MAX], shows: { at: 'default', value: 'max' } },
];

function milliOf(amount: string): number {
  return Number(quantityMilliValue(amount));
}

function isMore(a: string, b: string): boolean {
  return compareQuantities(parseQuantity(a), parseQuantity(b)) > 0;
}
