import type { Logger } from './logging';

/** A process that does not end by itself within this time is ended. */
const PATIENCE_MS = 15_000;

/**
 * Ends the process in order on SIGINT and SIGTERM: `stop` runs once, then the process exits with 0, or with 1 if it
 * failed or took too long. A second Ctrl-C does not wait.
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) process.exit(130);
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
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
