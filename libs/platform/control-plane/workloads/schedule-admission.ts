import {
  invalid,
  invalidField,
  type ApiError,
  type FieldError,
  type KindInfo,
  type KubeObject,
} from '@orrery/api-types';
import { isTimeZone, scheduleError } from '@orrery/workloads';

/** The refusal of a CronJob whose schedule or time zone cannot be read; undefined for every other kind. */
export function refuseSchedule(kind: KindInfo, { metadata, spec }: KubeObject): ApiError | undefined {
  if (kind.kind !== 'CronJob') return undefined;
  const { schedule, timeZone } = (spec ?? {}) as { schedule?: string; timeZone?: string };
  const errors: FieldError[] = [];
  const problem = schedule ? scheduleError(schedule) : undefined;
  if (problem !== undefined) errors.push(invalidField('spec.schedule', schedule, problem));
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    errors.push(invalidField('spec.timeZone', timeZone, `unknown time zone ${timeZone}`));
  }
  return errors.length === 0 ? undefined : invalid(kind, metadata.name, errors);
}
