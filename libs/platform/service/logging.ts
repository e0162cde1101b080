import pino, { type Logger } from 'pino';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Makes the log of a process: one JSON object per line on standard error. Messages are constant; variable data is in
 * fields, always under the same names (`cluster`, `component`, `pod`, `node`, `err`).
 */
export function createLogger(component: string, level: LogLevel = 'info'): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: { component }, timestamp, serializers: { err: describeError } }, pino.destination(2));
}

/** Returns the loggable parts of an error; libraries attach whole connections to theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
