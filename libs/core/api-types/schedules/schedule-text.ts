import { parseDurationMs } from '@orrery/time';
import { CronFieldsError, readCronFields } from './cron-fields';

const MACROS = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/;
const EVERY = '@every ';
const ZONE = /^(?:TZ|CRON_TZ)=(\S*)\s(.*)$/s;
/** As `validTimeZoneCharacters`: digits and `+` are of names from before the rules for them. */
const PART_OF_ZONE = /^[A-Za-z.\-_0-9+]{1,14}$/;

/** Returns the error of a schedule: five fields, a name such as `@hourly`, or `@every 90s`. Undefined if nothing is. */
export function scheduleError(schedule: string): string | undefined {
  const [, zone, rest] = ZONE.exec(schedule.trim()) ?? [];
  if (zone !== undefined && !isKnownZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`;
  const text = (rest ?? schedule).trim();
  if (text === '') return 'empty spec string';
  if (text.startsWith(EVERY)) {
    const duration = text.slice(EVERY.length);
    return parseDurationMs(duration) === undefined
      ? `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`
      : undefined;
  }
  if (text.startsWith('@')) return MACROS.test(text) ? undefined : `unrecognized descriptor: ${text}`;
  const fields = readCronFields(text.split(/\s+/));
  return fields instanceof CronFieldsError ? fields.message : undefined;
}

/** Returns the errors of the name of a time zone (`validateTimeZone` of `pkg/apis/batch/validation`). */
export function timeZoneErrors(name: string): string[] {
  if (name === '') return ['timeZone must be nil or non-empty string'];
  const unknown = `unknown time zone ${name}`;
  const isPart = (part: string): boolean =>
    part !== '.' && part !== '..' && !part.startsWith('-') && PART_OF_ZONE.test(part);
  if (!name.split('/').every(isPart)) return [unknown];
  const errors: string[] = [];
  if (name.toLowerCase() === 'local') {
    errors.push('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
  }
  return name === 'Local' || isKnownZone(name) ? errors : [...errors, unknown];
}

/** Zones are files upstream: another case of the letters is another name. */
function isKnownZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
