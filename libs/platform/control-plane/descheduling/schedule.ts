import type { QueueName, Repetition, JobInterval } from '@orrery/bus';
import { ClockMode, type ClockSetting } from '@orrery/clock';
import type { PolicyError } from '@orrery/descheduling';
import { parseDurationMs } from '@orrery/time';
import { CronExpressionParser } from 'cron-parser';
import { shardOf } from '../component';
import type { ClusterSettings } from '../settings/cluster-settings';

/** A cluster whose time differs from the machine's by less than this has the machine's time. */
const SAME_TIME_MS = 1000;

/** When the descheduler runs by itself in a cluster, and with what; kept in the cluster's settings. */
export interface DeschedulingSchedule {
  /** The policy as text or as data. */
  readonly policy: unknown;
  /** Go duration from the start of one cycle to that of the next. */
  readonly interval?: string;
  /** Cron expression, in UTC of cluster time. */
  readonly cron?: string;
  readonly dryRun?: boolean;
  /** Cluster time in ms from which intervals are counted: when the schedule was set; 0 for one a cluster was made with. */
  readonly sinceMs?: number;
}

/** The schedule of a cluster; undefined without one. */
export function scheduleOf(settings: ClusterSettings): DeschedulingSchedule | undefined {
  return settings['descheduler'] as DeschedulingSchedule | undefined;
}

/** What is wrong with the times of a schedule. */
export function scheduleErrors({ interval, cron }: Pick<DeschedulingSchedule, 'interval' | 'cron'>): PolicyError[] {
  if ((interval === undefined) === (cron === undefined)) {
    return [{ field: 'interval', reason: 'exactly one of interval and cron must be given' }];
  }
  if (interval !== undefined) {
    const ms = parseDurationMs(interval);
    return ms !== undefined && ms >= 1000
      ? []
      : [{ field: 'interval', reason: `${JSON.stringify(interval)} is no duration of a second or more` }];
  }
  try {
    CronExpressionParser.parse(cron!, { tz: 'UTC' });
    return [];
  } catch (error) {
    return [{ field: 'cron', reason: (error as Error).message }];
  }
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

/** The job scheduler that brings the cycles of a cluster. */
export function deschedulingCycles(
  cluster: string,
  shards: Readonly<Record<QueueName, number>>,
): Repetition<'descheduling'> {
  return { queue: 'descheduling', shard: shardOf(cluster, shards.descheduling), id: cluster };
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
