import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { scheduleError, timeZoneErrors } from '../../schedules/schedule-text';
import { requiredOneOf } from '../../validation/closed-set';
import { validateJob } from '../job/validation';

interface CronJobSpec {
  readonly schedule?: string;
  readonly timeZone?: string;
  readonly concurrencyPolicy?: string;
  readonly startingDeadlineSeconds?: number;
  readonly successfulJobsHistoryLimit?: number;
  readonly failedJobsHistoryLimit?: number;
  readonly jobTemplate?: { readonly metadata?: object; readonly spec?: JobSpec };
}

interface JobSpec {
  readonly selector?: object;
  readonly manualSelector?: boolean;
}

/** Names of a CronJob's jobs add eleven characters. */
const MAX_NAME = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];
const ZONE_IN_SCHEDULE = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';

/** Returns the errors of a new CronJob, and with the job that it would make (`ValidateCronJobCreate`). */
export function validateCronJob(object: KubeObject): FieldError[] {
  const { name } = object.metadata;
  const errors = validateSpec(object);
  if (name.length <= MAX_NAME) return errors;
  return [...errors, invalidField('metadata.name', name, `must be no more than ${MAX_NAME} characters`)];
}

/** A longer name and a time zone that was accepted once stay (`ValidateCronJobUpdate`). */
export function validateCronJobUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return validateSpec(next, (old.spec ?? {}) as CronJobSpec);
}

/** As `validateCronJobSpec`. */
function validateSpec(object: KubeObject, old?: CronJobSpec): FieldError[] {
  const spec = (object.spec ?? {}) as CronJobSpec;
  const { timeZone } = spec;
  const isNewZone = timeZone !== undefined && timeZone !== old?.timeZone;
  return [
    ...validateSchedule(spec.schedule, 'spec.schedule'),
    ...notNegative(spec, 'startingDeadlineSeconds'),
    ...(isNewZone ? timeZoneErrors(timeZone).map((text) => invalidField('spec.timeZone', timeZone, text)) : []),
    ...requiredOneOf(spec.concurrencyPolicy, POLICIES, 'spec.concurrencyPolicy'),
    ...validateJobTemplate(object, spec.jobTemplate?.spec),
    ...notNegative(spec, 'successfulJobsHistoryLimit'),
    ...notNegative(spec, 'failedJobsHistoryLimit'),
  ];
}

/** As `validateScheduleFormat`. */
function validateSchedule(schedule: string | undefined, field: string): FieldError[] {
  if (!schedule) return [requiredField(field)];
  const problem = scheduleError(schedule);
  const texts = problem === undefined ? [] : [problem];
  if (schedule.includes('TZ')) texts.push(ZONE_IN_SCHEDULE);
  return texts.map((text) => invalidField(field, schedule, text));
}

/** As `ValidateJobTemplateSpec`. */
function validateJobTemplate(object: KubeObject, spec: JobSpec | undefined): FieldError[] {
  const field = 'spec.jobTemplate.spec';
  if (!spec) return [requiredField(`${field}.template.spec.containers`)];
  const job = { ...object, kind: 'Job', spec } as KubeObject;
  const errors = validateJob(job).map((error) => ({ ...error, field: error.field.replace(/^spec/, field) }));
  if (spec.selector) {
    errors.push(invalidField(`${field}.selector`, spec.selector, '`selector` will be auto-generated'));
  }
  if (spec.manualSelector) errors.push(unsupportedField(`${field}.manualSelector`, true, ['nil', 'false']));
  return errors;
}

function notNegative(
  spec: CronJobSpec,
  name: 'startingDeadlineSeconds' | 'successfulJobsHistoryLimit' | 'failedJobsHistoryLimit',
): FieldError[] {
  const value = spec[name];
  if (value === undefined || value >= 0) return [];
  return [invalidField(`spec.${name}`, value, 'must be greater than or equal to 0')];
}
