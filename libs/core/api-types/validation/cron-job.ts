import { invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { validateJob } from './job';

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
