import { deepEqual } from '../../equality';
import { invalidField, requiredField, tooLongField, unsupportedField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors } from '../../names/qualified-name';
import type { KubeObject, LabelSelector, PodSpec } from '../../objects';
import { validateFailurePolicy, validateSuccessPolicy, type JobPolicySpec } from './policies';
import { matchesLabelSelector } from '../../selectors/label-selector';
import { validateLabelSelector } from '../../validation/label-selector';
import { templateErrors } from '../../validation/workload';
import { jobLabels } from './strategy';
import { changedField } from '../../validation/changed-field';

interface JobSpec extends JobPolicySpec {
  readonly parallelism?: number;
  readonly completionMode?: string;
  readonly maxFailedIndexes?: number;
  readonly managedBy?: string;
  readonly podReplacementPolicy?: string;
}

type Template = { readonly metadata?: object; readonly spec?: PodSpec } | undefined;
interface SelectingSpec {
  readonly manualSelector?: boolean;
  readonly selector?: LabelSelector;
  readonly template?: { readonly metadata?: { readonly labels?: Readonly<Record<string, string>> } };
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;
const MODES = ['NonIndexed', 'Indexed'];
const REPLACEMENT = ['Failed', 'TerminatingOrFailed'];
const RESTART = ['OnFailure', 'Never'];
const IMMUTABLE = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const;
const MAX_PARALLELISM = 100_000;
const MAX_FAILED_INDEXES = 100_000;
const MAX_MANAGED_BY = 63;
/** An Indexed job with more completions than these has tighter limits, if each index has its own. */
const MANY_COMPLETIONS = 100_000;
const LIMIT_FOR_MANY = 10_000;

/** Returns the errors of a job (`validateJobSpec` of `pkg/apis/batch/validation`). */
export function validateJob(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as JobSpec;
  const errors: FieldError[] = [];
  for (const count of COUNTS) {
    const value = spec[count];
    if (typeof value !== 'number' || value >= 0) continue;
    errors.push(invalidField(`spec.${count}`, value, 'must be greater than or equal to 0'));
  }
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(requiredField('spec.backoffLimitPerIndex', 'when maxFailedIndexes is specified'));
  }
  if (spec.managedBy !== undefined) errors.push(...validateManager(spec.managedBy));
  errors.push(...validateIndexes(object, spec));
  if (spec.podFailurePolicy) errors.push(...validateFailurePolicy(spec));
  if (spec.successPolicy) errors.push(...validateSuccess(spec));
  return [
    ...errors,
    ...validateReplacement(spec),
    ...templateErrors(spec.template, 'spec.template'),
    ...validateRestartPolicy(spec),
  ];
}

/** Returns the errors of the selector of a job, which is made for it unless it says otherwise (`ValidateJobSpec`). */
export function validateJobSelector(object: KubeObject): FieldError[] {
  const { selector, template } = (object.spec ?? {}) as SelectingSpec;
  if (!selector) return [requiredField('spec.selector')];
  const errors = validateLabelSelector(selector, 'spec.selector');
  const labels = template?.metadata?.labels;
  if (errors.length > 0 || matchesLabelSelector(selector, labels)) return errors;
  const detail = '`selector` does not match template `labels`';
  return [...errors, invalidField('spec.template.metadata.labels', labels ?? null, detail)];
}

/** Returns the errors of a new job's selector and labels where it did not see to them (`validateGeneratedSelector`). */
export function validateMadeSelector(object: KubeObject): FieldError[] {
  const { selector, template, manualSelector } = (object.spec ?? {}) as SelectingSpec;
  if (manualSelector || !selector) return [];
  const labels = template?.metadata?.labels ?? {};
  const expected = jobLabels(object);
  const errors = Object.entries(expected).flatMap(([key, value]) => {
    const field = `spec.template.metadata.labels[${key}]`;
    const detail = `must be '${value}'`;
    if (!Object.hasOwn(labels, key)) return [requiredField(field, detail)];
    return labels[key] === value ? [] : [invalidField(field, labels, detail)];
  });
  const isWrong = validateLabelSelector(selector, '').length > 0;
  if (isWrong || matchesLabelSelector(selector, expected)) return errors;
  return [...errors, invalidField('spec.selector', selector, '`selector` not auto-generated')];
}

/**
 * Returns the errors of a changed job. Its spec is immutable, except for the parallelism, the scheduling directives of a job
 * that has not begun, and, in tandem with the parallelism, the number of indexes.
 */
export function validateJobUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [next.spec, old.spec] as (JobSpec & { selector?: unknown; template?: Template })[];
  const errors = [...validateCompletions(after!, before!), ...immutable('selector', after!.selector, before!.selector)];
  const isFree =
    (old.spec as { suspend?: boolean }).suspend === true && !(old.status as { startTime?: string }).startTime;
  const template = isFree ? withDirectives(before!.template, after!.template) : before!.template;
  errors.push(...immutable('template', after!.template, template));
  for (const field of IMMUTABLE) errors.push(...immutable(field, after![field], before![field]));
  return errors;
}

function immutable(field: string, after: unknown, before: unknown): FieldError[] {
  return changedField(`spec.${field}`, [after, before]);
}

function validateCompletions(after: JobSpec, before: JobSpec): FieldError[] {
  const { completions, parallelism, completionMode } = after;
  if (completionMode !== 'Indexed') return immutable('completions', completions, before.completions);
  const isSame = deepEqual(completions ?? null, before.completions ?? null);
  if (isSame || completions === undefined || completions === null || completions === parallelism) return [];
  return [invalidField('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')];
}

/** The old template with what the new one says of where its pods may run. */
function withDirectives(before: Template, after: Template): Template {
  if (!before?.spec || !after?.spec) return before;
  const { nodeSelector, tolerations, schedulingGates, affinity } = after.spec;
  const nodeAffinity = affinity?.nodeAffinity;
  const { nodeAffinity: _former, ...others } = before.spec.affinity ?? {};
  const merged = { ...others, ...(nodeAffinity ? { nodeAffinity } : {}) };
  const { labels, annotations } = (after.metadata ?? {}) as { labels?: object; annotations?: object };
  const hasAffinity = affinity !== undefined || Object.keys(merged).length > 0;
  return {
    ...before,
    metadata: withFields(before.metadata, { labels, annotations }),
    spec: withFields(before.spec, {
      ...{ nodeSelector, tolerations, schedulingGates },
      affinity: hasAffinity ? merged : undefined,
    }) as PodSpec,
  };
}

/** The fields that are undefined are taken away. */
function withFields(object: object | undefined, fields: object): object {
  const entries = Object.entries({ ...object, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function validateManager(managedBy: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!/^[^/]+\/.+$/.test(managedBy)) {
    const detail = 'must be a domain-prefixed path (such as "acme.io/foo")';
    errors.push(invalidField('spec.managedBy', managedBy, detail));
  }
  if (managedBy.length > MAX_MANAGED_BY) errors.push(tooLongField('spec.managedBy', MAX_MANAGED_BY));
  return errors;
}

function validateIndexes({ metadata }: KubeObject, spec: JobSpec): FieldError[] {
  const { completionMode = 'NonIndexed', completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = spec;
  const errors: FieldError[] = [];
  if (!MODES.includes(completionMode)) return [unsupportedField('spec.completionMode', completionMode, MODES)];
  if (completionMode === 'NonIndexed') {
    for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
      if (spec[field] === undefined) continue;
      errors.push(invalidField(`spec.${field}`, spec[field], 'requires indexed completion mode'));
    }
    return errors;
  }
  if (completions === undefined || completions === null) {
    errors.push(requiredField('spec.completions', 'when completion mode is Indexed'));
  } else if (completions > 0) {
    const hostname = `${metadata.name}-${completions - 1}`;
    const detail = `will not able to create pod with invalid DNS label: ${hostname}`;
    if (dnsLabelErrors(hostname).length > 0) errors.push(invalidField('metadata.name', metadata.name, detail));
  }
  const count = completions ?? 0;
  const atMost = (field: 'parallelism' | 'maxFailedIndexes', limit: number, why: string): void => {
    if ((spec[field] ?? 0) <= limit) return;
    errors.push(invalidField(`spec.${field}`, spec[field], `must be less than or equal to ${why}`));
  };
  if (parallelism > MAX_PARALLELISM) {
    atMost('parallelism', MAX_PARALLELISM, `${MAX_PARALLELISM} when completion mode is Indexed`);
  }
  if (completions !== undefined && completions !== null) atMost('maxFailedIndexes', count, 'completions');
  atMost('maxFailedIndexes', MAX_FAILED_INDEXES, String(MAX_FAILED_INDEXES));
  if (count <= MANY_COMPLETIONS || backoffLimitPerIndex === undefined) return errors;
  if (maxFailedIndexes === undefined) {
    const detail = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(requiredField('spec.maxFailedIndexes', detail));
  }
  const why = `${LIMIT_FOR_MANY} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  atMost('parallelism', LIMIT_FOR_MANY, why);
  atMost('maxFailedIndexes', LIMIT_FOR_MANY, why);
  return errors;
}

function validateSuccess(spec: JobSpec): FieldError[] {
  if (spec.completionMode === 'Indexed') return validateSuccessPolicy(spec);
  return [invalidField('spec.successPolicy', spec.successPolicy, 'requires indexed completion mode')];
}

function validateReplacement({ podReplacementPolicy: policy, podFailurePolicy }: JobSpec): FieldError[] {
  if (policy === undefined) return [];
  const allowed = podFailurePolicy ? ['Failed'] : REPLACEMENT;
  return allowed.includes(policy) ? [] : [unsupportedField('spec.podReplacementPolicy', policy, allowed)];
}

function validateRestartPolicy({ template, podFailurePolicy }: JobSpec): FieldError[] {
  const field = 'spec.template.spec.restartPolicy';
  const policy = template?.spec?.restartPolicy ?? '';
  if (policy === '' || policy === 'Always') return [requiredField(field, 'valid values: "OnFailure", "Never"')];
  if (!RESTART.includes(policy)) return [unsupportedField(field, policy, RESTART)];
  if (!podFailurePolicy || policy === 'Never') return [];
  return [invalidField(field, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}
