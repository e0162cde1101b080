import type { JobInterval } from '@orrery/bus';
import { ClockMode, type ClockSetting } from '@orrery/clock';
import { parseDurationMs } from '@orrery/time';
import { CronExpressionParser } from 'cron-parser';
import type { ClusterSettings, DeschedulingSchedule } from '@orrery/control-plane';

/** A cluster whose time differs from the machine's by less than this has the machine's time. */
const SAME_TIME_MS = 1000;

/** The schedule of a cluster; undefined without one. */
export function scheduleOf(settings: ClusterSettings): DeschedulingSchedule | undefined {
  return settings['descheduler'] as DeschedulingSchedule | undefined;
}

/** The first instant after `nowMs` at which a cycle is due. */
export function nextCycleMs({ interval, cron, sinceMs = 0 }: DeschedulingSchedule, nowMs: number): number {
  if (cron !== undefined) {
    return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(nowMs) })
      .next()
      .getTime();
  }
  const everyMs = parseDurationMs(interval!)!;
  const done = Math.floor((nowMs - sinceMs) / everyMs);
  return sinceMs + (Math.max(0, done) + 1) * everyMs;
}

/** The last instant up to `nowMs` at which a cycle was due; undefined if none was since the schedule was made. */
export function lastCycleMs({ interval, cron, sinceMs = 0 }: DeschedulingSchedule, nowMs: number): number | undefined {
  if (cron !== undefined) {
    const currentDate = new Date(nowMs + 1);
    const atMs = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate }).prev().getTime();
    return atMs > sinceMs ? atMs : undefined;
  }
  const everyMs = parseDurationMs(interval!)!;
  const done = Math.floor((nowMs - sinceMs) / everyMs);
  return done > 0 ? sinceMs + done * everyMs : undefined;
}

/**
 * The schedule in real time, as the server of the queues can keep it; undefined where cluster time does not pass like
 * real time, or a cron expression means other hours than the machine's.
 */
export function intervalOf(
  schedule: DeschedulingSchedule,
  clock: ClockSetting,
  nowMs: number,
): JobInterval | undefined {
  if (clock.mode !== ClockMode.Real) return undefined;
  const aheadMs = clock.anchorMs - clock.anchorRealMs;
  const { cron, interval } = schedule;
  if (cron !== undefined) return Math.abs(aheadMs) < SAME_TIME_MS ? { cron } : undefined;
  return { everyMs: parseDurationMs(interval!)!, firstMs: nextCycleMs(schedule, nowMs) - aheadMs };
}
