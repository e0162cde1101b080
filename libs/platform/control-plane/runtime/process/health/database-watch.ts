import { serviceUnavailable, type ApiError } from '@orrery/api-types';
import type { Logger } from '@orrery/service';
import { DATABASE_FAULT_TEXT, DatabaseFault, databaseFaultOf } from '@orrery/postgres';
import type { Database } from '@orrery/store';
import { DATABASE_CHECK, type ProcessHealth } from './process-health';

/** Interval of the checks of an unreachable database, in ms. */
const ASK_EVERY_MS = 500;
/** A database with a full disk still answers reads: it counts as recovered after this time without a failure, in ms. */
const CALM_MS = 5000;
/** Delay after which clients may retry, in seconds. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Knows whether the database works: it receives every error of the store, logs once what is wrong and
 * once that it is over, and words what clients are answered meanwhile.
 */
export class DatabaseWatch {
  private timer: NodeJS.Timeout | undefined;
  private lastFaultMs = 0;
  private isFull = false;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly health: ProcessHealth,
  ) {}

  /** Takes note of an error; false if the database is not to blame for it. */
  note(error: unknown): boolean {
    const fault = databaseFaultOf(error);
    if (!fault || this.isOfOtherServer(error)) return false;
    if (this.stopped) return true;
    this.lastFaultMs = performance.now();
    if (fault === DatabaseFault.DiskFull) this.isFull = true;
    this.health.fails(DATABASE_CHECK, DATABASE_FAULT_TEXT[fault], { fault });
    this.timer ??= setInterval(() => void this.ask(), ASK_EVERY_MS).unref();
    return true;
  }

  /** The error for a client: a retriable 503 if the database is the cause, otherwise the error itself. */
  asApiError(error: unknown): unknown {
    return (this.note(error) && databaseUnavailable(error)) || error;
  }

  /** Stops the watch: from here on connections break on purpose. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Connections to Redis and to extenders break with the same codes. */
  private isOfOtherServer(error: unknown): boolean {
    const { port } = error as { port?: unknown };
    return typeof port === 'number' && String(port) !== (new URL(this.database.url).port || '5432');
  }

  private async ask(): Promise<void> {
    const askedMs = performance.now();
    try {
      await this.database.pool.query('SELECT 1');
    } catch {
      return;
    }
    const calmMs = performance.now() - this.lastFaultMs;
    if (this.stopped || this.lastFaultMs > askedMs || (this.isFull && calmMs < CALM_MS)) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.isFull = false;
    this.health.holds(DATABASE_CHECK, 'the database does its work again');
  }
}

/** 503 for an error that the database is to blame for; undefined for others. */
export function databaseUnavailable(error: unknown): ApiError | undefined {
  const fault = databaseFaultOf(error);
  return fault && serviceUnavailable(`${DATABASE_FAULT_TEXT[fault]}, try again later`, RETRY_AFTER_SECONDS);
}

/**
 * The log of a process in which faults of the database are not repeated by every caller: the watch logs them once. The
 * level `debug` has each.
 */
export function withoutDatabaseFaults(logger: Logger, note: (error: unknown) => boolean): Logger {
  const quiet = Object.create(logger) as Logger;
  for (const level of ['warn', 'error'] as const) {
    const reported = logger[level].bind(logger) as (...args: unknown[]) => void;
    const whispered = logger.debug.bind(logger) as (...args: unknown[]) => void;
    quiet[level] = (...args: unknown[]): void => {
      const { err } = (args[0] ?? {}) as { err?: unknown };
      (err !== undefined && note(err) ? whispered : reported)(...args);
    };
  }
  return quiet;
}
