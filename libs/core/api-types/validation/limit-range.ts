import { compareQuantities, parseQuantity } from '@orrery/quantity';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { validateAmountList } from './resources';

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

/** What is wrong with a LimitRange: bounds must leave room for its own defaults. */
export function validateLimitRange({ spec }: KubeObject): FieldError[] {
  const items = ((spec ?? {}) as { limits?: readonly Item[] }).limits ?? [];
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const field = `spec.limits[${i}]`;
    if (!item.type) return [requiredField(`${field}.type`)];
    const problems = typeErrors(item.type, `${field}.type`);
    if (problems.length > 0) return problems;
    if (seen.has(item.type)) return [duplicateField(`${field}.type`, item.type)];
    seen.add(item.type);
    return validateItem(item, field);
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

/** `min <= defaultRequest <= default <= max`, each where it is given; a ratio is 1 or more. */
function orderErrors(item: Item, name: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const check = (low: keyof Item, high: keyof Item, words: string): void => {
    const [a, b] = [(item[low] as Amounts | undefined)?.[name], (item[high] as Amounts | undefined)?.[name]];
    if (a === undefined || b === undefined || !isMore(a, b)) return;
    errors.push(invalidField(`${field}.${low}[${name}]`, a, `${words} ${a} is greater than ${WORDS[high]} ${b}`));
  };
  check('min', 'max', 'min value');
  check('min', 'default', 'min value');
  check('default', 'max', 'default value');
  check('min', 'defaultRequest', 'min value');
  check('defaultRequest', 'max', 'default request value');
  check('defaultRequest', 'default', 'default request value');
  const ratio = item.maxLimitRequestRatio?.[name];
  if (ratio !== undefined && isMore('1', ratio)) {
    errors.push(invalidField(`${field}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${ratio} is less than 1`));
  }
  return errors;
}

const WORDS: Readonly<Record<string, string>> = {
  max: 'max value',
  default: 'default limit value',
  defaultRequest: 'default request value',
};

function isMore(a: string, b: string): boolean {
  return compareQuantities(parseQuantity(a), parseQuantity(b)) > 0;
}
