import {
  duplicateField,
  invalidField,
  OMITTED_VALUE,
  requiredField,
  tooLongField,
  tooManyItems,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import type { PodSpec } from '../../objects';

interface OnExitCodes {
  readonly containerName?: string;
  readonly operator?: string;
  readonly values?: readonly number[];
}

interface FailureRule {
  readonly action?: string;
  readonly onExitCodes?: OnExitCodes;
  readonly onPodConditions?: readonly { readonly type?: string; readonly status?: string }[];
}

interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

/** Fields of a job that its policies are checked against. */
export interface JobPolicySpec {
  readonly completions?: number | null;
  readonly backoffLimit?: number;
  readonly backoffLimitPerIndex?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  readonly template?: { readonly spec?: PodSpec };
  readonly podFailurePolicy?: { readonly rules?: readonly FailureRule[] };
  readonly successPolicy?: { readonly rules?: readonly SuccessRule[] };
}

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_PATTERNS = 20;
const MAX_INDEXES_LENGTH = 64 * 1024;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

/** Returns the errors of a job's policy for failed pods. */
export function validateFailurePolicy(spec: JobPolicySpec): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const path = 'spec.podFailurePolicy.rules';
  const errors = rules.length > MAX_RULES ? [tooManyItems(path, rules.length, MAX_RULES)] : [];
  for (const [i, rule] of rules.entries()) errors.push(...validateFailureRule(spec, rule, `${path}[${i}]`));
  return errors;
}

function validateFailureRule(spec: JobPolicySpec, rule: FailureRule, path: string): FieldError[] {
  const { action = '', onExitCodes, onPodConditions = [] } = rule;
  const errors: FieldError[] = [];
  if (action === '') errors.push(requiredField(`${path}.action`, `valid values: ${asGoList(ACTIONS)}`));
  else if (!ACTIONS.includes(action)) errors.push(unsupportedField(`${path}.action`, action, ACTIONS));
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalidField(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
  }
  if (onExitCodes) errors.push(...validateExitCodes(spec, onExitCodes, `${path}.onExitCodes`));
  errors.push(...validatePatterns(onPodConditions, `${path}.onPodConditions`));
  const omitted = (detail: string): FieldError => invalidField(path, OMITTED_VALUE, detail);
  if (onExitCodes && onPodConditions.length > 0) {
    errors.push(omitted('specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (!onExitCodes && onPodConditions.length === 0) {
    errors.push(omitted('specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

function validatePatterns(patterns: NonNullable<FailureRule['onPodConditions']>, path: string): FieldError[] {
  const errors = patterns.length > MAX_PATTERNS ? [tooManyItems(path, patterns.length, MAX_PATTERNS)] : [];
  for (const [i, { type = '', status = '' }] of patterns.entries()) {
    for (const text of qualifiedNameErrors(type)) errors.push(invalidField(`${path}[${i}].type`, type, text));
    const field = `${path}[${i}].status`;
    if (status === '') errors.push(requiredField(field, `valid values: ${asGoList(STATUSES)}`));
    else if (!STATUSES.includes(status)) errors.push(unsupportedField(field, status, STATUSES));
  }
  return errors;
}

function validateExitCodes({ template }: JobPolicySpec, rule: OnExitCodes, path: string): FieldError[] {
  const { containerName, operator = '', values = [] } = rule;
  const errors: FieldError[] = [];
  if (operator === '') errors.push(requiredField(`${path}.operator`, `valid values: ${asGoList(OPERATORS)}`));
  else if (!OPERATORS.includes(operator)) errors.push(unsupportedField(`${path}.operator`, operator, OPERATORS));
  const containers = [...(template?.spec?.containers ?? []), ...(template?.spec?.initContainers ?? [])];
  if (containerName !== undefined && !containers.some(({ name }) => name === containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidField(`${path}.containerName`, containerName, detail));
  }
  const list = `${path}.values`;
  if (values.length === 0) errors.push(invalidField(list, values, 'at least one value is required'));
  else if (values.length > MAX_EXIT_CODES) errors.push(tooManyItems(list, values.length, MAX_EXIT_CODES));
  const seen = new Set<number>();
  for (const [i, value] of values.entries()) {
    if (operator === 'In' && value === 0) {
      errors.push(invalidField(`${list}[${i}]`, value, 'must not be 0 for the In operator'));
    }
    if (seen.has(value)) errors.push(duplicateField(`${list}[${i}]`, value));
    seen.add(value);
  }
  if (values.some((value, i) => i > 0 && values[i - 1]! > value)) {
    errors.push(invalidField(list, values, 'must be ordered'));
  }
  return errors;
}

/** Returns the errors of the success policy of an Indexed job. */
export function validateSuccessPolicy(spec: JobPolicySpec): FieldError[] {
  const rules = spec.successPolicy?.rules ?? [];
  const path = 'spec.successPolicy.rules';
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(requiredField(path, 'at least one rules must be specified when the successPolicy is specified'));
  }
  if (rules.length > MAX_RULES) errors.push(tooManyItems(path, rules.length, MAX_RULES));
  const completions = spec.completions ?? 0;
  for (const [i, rule] of rules.entries()) errors.push(...validateSuccessRule(rule, completions, `${path}[${i}]`));
  return errors;
}

function validateSuccessRule(rule: SuccessRule, completions: number, path: string): FieldError[] {
  const { succeededIndexes, succeededCount } = rule;
  if (succeededIndexes === undefined && succeededCount === undefined) {
    return [requiredField(path, 'at least one of succeededCount or succeededIndexes must be specified')];
  }
  const errors: FieldError[] = [];
  const indexes = readIndexes(succeededIndexes ?? '', completions);
  if (succeededIndexes !== undefined) {
    const field = `${path}.succeededIndexes`;
    if (succeededIndexes.length > MAX_INDEXES_LENGTH) errors.push(tooLongField(field, MAX_INDEXES_LENGTH));
    if (typeof indexes === 'string') {
      errors.push(invalidField(field, succeededIndexes, `error parsing succeededIndexes: ${indexes}`));
    }
  }
  if (succeededCount === undefined) return errors;
  const refuse = (detail: string): void => {
    errors.push(invalidField(`${path}.succeededCount`, succeededCount, detail));
  };
  if (succeededCount < 0) refuse('must be greater than or equal to 0');
  if (succeededCount > completions) {
    refuse(`must be less than or equal to ${completions} (the number of specified completions)`);
  }
  const total = typeof indexes === 'number' ? indexes : 0;
  if (succeededIndexes !== undefined && succeededCount > total) {
    refuse(`must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`);
  }
  return errors;
}

/** Returns how many indexes a text names, or why it names none (`validateIndexesFormat`). */
function readIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let [total, last] = [0, -1];
  for (const part of text.split(',')) {
    const limits = part.split('-');
    if (limits.length > 2) {
      const quoted = JSON.stringify(part);
      return `the fragment ${quoted} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    for (const limit of limits) {
      if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
      if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
    }
    const [first, end] = [Number(limits[0]), Number(limits[1] ?? limits[0])];
    if (limits.length > 1 && first >= end) return `non-increasing order, previous: ${first}, current: ${end}`;
    if (last >= first) return `non-increasing order, previous: ${last}, current: ${first}`;
    total += end - first + 1;
    last = end;
  }
  return total;
}

/** As Go prints a list of strings with `%q`. */
function asGoList(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(' ')}]`;
}
