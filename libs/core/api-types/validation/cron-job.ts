import { invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { deepEqual } from '../equality';
import { validateTemplate } from './workload';

interface CronJobSpec {
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly concurrencyPolicy?: string;
  readonly startingDeadlineSeconds?: number;
  readonly successfulJobsHistoryLimit?: number;
  readonly failedJobsHistoryLimit?: number;
  readonly jobTemplate?: { readonly metadata?: object; readonly spec?: object };
}

/** Names of a CronJob's jobs add eleven characters. */
const MAX_NAME = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];
const COUNTS = ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'] as const;

/** What is wrong with a CronJob, and with the job that it would make. */
export function validateCronJob(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as CronJobSpec;
  const errors: FieldError[] = [];
  if (object.metadata.name.length > MAX_NAME) {
    errors.push(invalidField('metadata.name', object.metadata.name, `must be no more than ${MAX_NAME} characters`));
  }
  if (!spec.schedule) errors.push(requiredField('spec.schedule'));
  for (const count of COUNTS) {
    const value = spec[count];
    if (value === undefined || value >= 0) continue;
    errors.push(invalidField(`spec.${count}`, value, 'must be greater than or equal to 0'));
  }
  if (spec.concurrencyPolicy !== undefined && !POLICIES.includes(spec.concurrencyPolicy)) {
    errors.push(unsupportedField('spec.concurrencyPolicy', spec.concurrencyPolicy, POLICIES));
  }
  if (!spec.jobTemplate?.spec) return [...errors, requiredField('spec.jobTemplate.spec.template.spec.containers')];
  const job = { ...object, kind: 'Job', spec: spec.jobTemplate.spec } as KubeObject;
  const within = (error: FieldError): FieldError => ({
    ...error,
    field: error.field.replace(/^spec/, 'spec.jobTemplate.spec'),
  });
  return [...errors, ...validateJob(job).map(within)];
}

/** What is wrong with a job. */
export function validateJob(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Readonly<Record<string, unknown>>;
  const errors: FieldError[] = [];
  for (const count of [
    'parallelism',
    'completions',
    'backoffLimit',
    'activeDeadlineSeconds',
    'ttlSecondsAfterFinished',
  ]) {
    const value = spec[count];
    if (typeof value !== 'number' || value >= 0) continue;
    errors.push(invalidField(`spec.${count}`, value, 'must be greater than or equal to 0'));
  }
  const modes = ['NonIndexed', 'Indexed'];
  const { completionMode, completions } = spec as { completionMode?: string; completions?: number | null };
  if (completionMode !== undefined && !modes.includes(completionMode)) {
    errors.push(unsupportedField('spec.completionMode', completionMode, modes));
  }
  if (completionMode === 'Indexed' && (completions === undefined || completions === null)) {
    errors.push(requiredField('spec.completions', 'when completion mode is Indexed'));
  }
  const policy = (spec as { template?: { spec?: { restartPolicy?: string } } }).template?.spec?.restartPolicy;
  if (policy === 'Always' || policy === undefined) {
    errors.push(unsupportedField('spec.template.spec.restartPolicy', policy ?? '', ['OnFailure', 'Never']));
  }
  const others = validateTemplate(object).filter(({ field }) => field !== 'spec.template.spec.restartPolicy');
  return [...errors, ...others];
}

/** What a job does is settled when it is made; how many pods of it run at once is not. */
export function validateJobUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [after, before] = [next.spec, old.spec] as readonly Readonly<Record<string, unknown>>[];
  const isElastic = after?.['completionMode'] === 'Indexed' && after['completions'] === after['parallelism'];
  const fixed = ['selector', 'template', 'completionMode', ...(isElastic ? [] : ['completions'])];
  return fixed
    .filter((field) => !deepEqual(after?.[field], before?.[field]))
    .map((field) => invalidField(`spec.${field}`, after?.[field] ?? null, 'field is immutable'));
}
