import { CronExpressionParser, type CronExpression } from 'cron-parser';

const MACROS = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/;
/** What fields are made of: other implementations know further signs, Kubernetes does not. */
const FIELD = /^[0-9a-z*?,/-]+$/i;
const NAME = /[a-z]+/gi;
const NAMES = new Set('jan feb mar apr may jun jul aug sep oct nov dec sun mon tue wed thu fri sat'.split(' '));
const DAYS_OF_MONTH = 2;
const MONTH = 3;
/** Of each month, in the longest of years. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What is wrong with a schedule: five fields, or a name such as `@hourly`. Undefined if nothing is. */
export function scheduleError(schedule: string): string | undefined {
  const text = schedule.trim();
  if (/^(TZ|CRON_TZ)=/.test(text)) {
    return 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
  }
  if (MACROS.test(text)) return undefined;
  const fields = text === '' ? [] : text.split(/\s+/);
  if (fields.length !== 5) return `expected exactly 5 fields, found ${fields.length}: [${text}]`;
  const strange = fields.find((field) => !isFieldText(field));
  if (strange !== undefined) return `failed to parse int from ${strange}`;
  // Each field is sound by itself: a date that never comes, such as the 30th of February, is no mistake.
  for (const open of [DAYS_OF_MONTH, MONTH]) {
    try {
      parse(fields.with(open, '*').join(' '), { currentDate: 0, tz: 'UTC' });
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

function isFieldText(field: string): boolean {
  return FIELD.test(field) && (field.match(NAME) ?? []).every((name) => NAMES.has(name.toLowerCase()));
}

/** Whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '' && name.toLowerCase() !== 'local';
  } catch {
    return false;
  }
}

/** The times of a schedule in a zone. Times are ms; the schedule must be sound. */
export class Schedule {
  private readonly comes: boolean;

  constructor(
    private readonly text: string,
    private readonly timeZone: string,
  ) {
    this.comes = everComes(text);
  }

  /** The first time after `ms`; undefined if there is none any more. */
  after(ms: number): number | undefined {
    return this.step(ms, (expression) => expression.next());
  }

  /** The last time at or before `ms`. */
  atOrBefore(ms: number): number | undefined {
    return this.step(ms + 1, (expression) => expression.prev());
  }

  private step(ms: number, go: (expression: CronExpression) => { getTime(): number }): number | undefined {
    if (!this.comes) return undefined;
    return go(parse(this.text, { currentDate: ms, tz: this.timeZone })).getTime();
  }
}

const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

/** Whether some month of the schedule has one of its days; to find that out by looking for the time takes long. */
function everComes(text: string): boolean {
  let comes = known.get(text);
  if (comes === undefined) {
    comes = hasDate(text);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, comes);
  }
  return comes;
}

function hasDate(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return true;
  const valuesWithout = (open: number): CronExpression['fields'] =>
    parse(fields.with(open, '*').join(' '), { currentDate: 0, tz: 'UTC' }).fields;
  const { month, dayOfWeek } = valuesWithout(DAYS_OF_MONTH);
  // With days of the week given too, either of both will do.
  if (!dayOfWeek.isWildcard) return true;
  const first = Math.min(...valuesWithout(MONTH).dayOfMonth.values.map(Number));
  return month.values.some((each) => first <= DAYS[Number(each) - 1]!);
}

function parse(text: string, options: { currentDate: number; tz: string }): CronExpression {
  // `?` means any, as `*` does, wherever it stands.
  return CronExpressionParser.parse(text.trim().replace(/\?/g, '*').replace('@midnight', '@daily'), {
    ...options,
    currentDate: new Date(options.currentDate),
  });
}
