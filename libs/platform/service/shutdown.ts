import type { Logger } from './logging';

/** Time limit of a shutdown; the process is ended after it. */
const STOP_TIMEOUT_MS = 15_000;
/** A process that is still starting when it is to end has this much longer: half a start cannot be stopped in order. */
const START_TIMEOUT_MS = 60_000;

/** Steps of the shutdown of a process. */
export interface ShutdownOptions {
  readonly logger: Logger;
  /** Called at once, while the process may still be starting. */
  readonly abort: () => void;
  /** Settles when the process has started, or has failed to. */
  readonly started: Promise<unknown>;
  /** Called once, after `started` has settled. */
  readonly stop: () => Promise<void>;
}

/**
 * Ends the process in order on SIGINT, SIGTERM and SIGHUP; it exits with 0, or with 1 if that failed or took too long. A
 * second Ctrl-C does not wait; the other signals often come twice, to the group and passed on by a parent.
 */
export function stopOnSignal({ logger, abort, started, stop }: ShutdownOptions): void {
  let stopping = false;
  let interrupts = 0;
  const end = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT' && ++interrupts > 1) process.exit(130);
    if (stopping) return;
    stopping = true;
    abort();
    void stopWithin(stop, started).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

async function stopWithin(stop: () => Promise<void>, started: Promise<unknown>): Promise<void> {
  const giveUp = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(1), ms).unref();
  const starting = giveUp(START_TIMEOUT_MS);
  await started.catch(() => undefined);
  clearTimeout(starting);
  giveUp(STOP_TIMEOUT_MS);
  await stop();
}
