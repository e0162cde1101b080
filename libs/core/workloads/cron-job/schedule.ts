import { CronExpressionParser, type CronExpression } from 'cron-parser';

const MACROS = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/;

/** What is wrong with a schedule: five fields, or a name such as `@hourly`. Undefined if nothing is. */
export function scheduleError(schedule: string): string | undefined {
  const text = schedule.trim();
  if (/^(TZ|CRON_TZ)=/.test(text)) {
    return 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
  }
  const fields = text.split(/\s+/).length;
  if (!MACROS.test(text) && fields !== 5)
    return `expected exactly 5 fields, found ${text === '' ? 0 : fields}: [${text}]`;
  try {
    parse(text, { currentDate: 0, tz: 'UTC' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
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
  constructor(
    private readonly text: string,
    private readonly timeZone: string,
  ) {}

  /** The first time after `ms`; undefined if there is none any more. */
  after(ms: number): number | undefined {
    return this.step(ms, (expression) => expression.next());
  }

  /** The last time at or before `ms`. */
  atOrBefore(ms: number): number | undefined {
    return this.step(ms + 1, (expression) => expression.prev());
  }

  private step(ms: number, go: (expression: CronExpression) => { getTime(): number }): number | undefined {
    try {
      return go(parse(this.text, { currentDate: ms, tz: this.timeZone })).getTime();
    } catch {
      // A date that never comes, such as the 30th of February.
      return undefined;
    }
  }
}

function parse(text: string, options: { currentDate: number; tz: string }): CronExpression {
  // `?` means any, as `*` does, wherever it stands.
  return CronExpressionParser.parse(text.trim().replace(/\?/g, '*').replace('@midnight', '@daily'), {
    ...options,
    currentDate: new Date(options.currentDate),
  });
}
