import type { Logger } from './logging';

/** A process that does not end by itself within this time is ended. */
const PATIENCE_MS = 15_000;

/**
 * Ends the process in order on SIGINT, SIGTERM and SIGHUP: `stop` runs once, then the process exits with 0, or with 1 if
 * it failed or took too long. A second Ctrl-C does not wait; the other signals often come twice, to the group and passed
 * on by a parent.
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  let interrupts = 0;
  const end = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGINT' && ++interrupts > 1) process.exit(130);
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}
