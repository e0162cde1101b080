import { CronFieldsError, readCronFields } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';
import { CronExpressionParser, type CronExpression } from 'cron-parser';

const EVERY = '@every ';
const DAYS_OF_MONTH = 2;
const MONTH = 3;
/** Days of each month, in the longest of years. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The times of a schedule in a zone. Times are ms; the schedule must be valid. */
export class Schedule {
  private readonly text: string;
  private readonly comes: boolean;
  /** Period of `@every`: whole seconds, at least one. */
  private readonly periodMs: number | undefined;

  /** @param sinceMs where the periods of `@every` are counted from. */
  constructor(
    text: string,
    private readonly timeZone: string,
    private readonly sinceMs: number,
  ) {
    this.text = text.trim();
    const isEvery = this.text.startsWith(EVERY);
    this.periodMs = isEvery ? wholeSeconds(parseDurationMs(this.text.slice(EVERY.length)) ?? 0) : undefined;
    this.comes = isEvery || everComes(this.text);
  }

  /** The first time after `ms`; undefined if there is none any more. */
  after(ms: number): number | undefined {
    if (this.periodMs !== undefined) return this.period(Math.max(0, this.periodsUntil(ms)) + 1);
    return this.step(ms, (expression) => expression.next());
  }

  /** The last time at or before `ms`. */
  atOrBefore(ms: number): number | undefined {
    if (this.periodMs !== undefined) return this.periodsUntil(ms) < 1 ? undefined : this.period(this.periodsUntil(ms));
    return this.step(ms + 1, (expression) => expression.prev());
  }

  private periodsUntil(ms: number): number {
    return Math.floor((ms - this.sinceMs) / this.periodMs!);
  }

  private period(count: number): number {
    return this.sinceMs + count * this.periodMs!;
  }

  private step(ms: number, go: (expression: CronExpression) => { getTime(): number }): number | undefined {
    if (!this.comes) return undefined;
    return go(parse(this.text, { currentDate: ms, tz: this.timeZone })).getTime();
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(1000, Math.floor(ms / 1000) * 1000);
}

const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

/** Returns whether some month of the schedule has one of its days; to find that out by looking for the time takes long. */
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
  const fields = text.split(/\s+/);
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
  const fields = text.startsWith('@') ? text.replace('@midnight', '@daily') : readCronFields(text.split(/\s+/));
  if (fields instanceof CronFieldsError) throw new TypeError(`${text}: ${fields.message}`);
  return CronExpressionParser.parse(typeof fields === 'string' ? fields : fields.join(' '), {
    ...options,
    currentDate: new Date(options.currentDate),
  });
}
