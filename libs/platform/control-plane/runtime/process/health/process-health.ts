import type { Logger } from '@orrery/service';

/** The readiness check that fails while the database does not do its work. */
export const DATABASE_CHECK = 'database';

/**
 * Problems that keep a process from doing all of its work, by the name of the readiness check. A problem is logged when
 * it begins and when it ends, however often it is reported meanwhile.
 */
export class ProcessHealth {
  private readonly problems = new Map<string, string>();

  constructor(private readonly logger: Logger) {}

  /** The check fails; the problem is logged if the check held before. */
  fails(check: string, problem: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const isNew = !this.problems.has(check);
    this.problems.set(check, problem);
    if (isNew) this.logger.error({ check, ...fields }, problem);
  }

  /** The check holds; logged if it failed before. */
  holds(check: string, message: string): void {
    if (this.problems.delete(check)) this.logger.warn({ check }, message);
  }

  /** Returns why the check fails; undefined while it holds. */
  problemOf(check: string): string | undefined {
    return this.problems.get(check);
  }

  /** Names of the checks that fail, sorted. */
  failing(): readonly string[] {
    return [...this.problems.keys()].sort();
  }
}
