import pino, { type Logger } from 'pino';

export type { Logger };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The log of a process: one JSON object a line on standard error. Messages are constant; what varies goes into
 * fields, always under the same names (`cluster`, `component`, `pod`, `node`, `err`).
 */
export function createLogger(component: string, level: LogLevel = 'info'): Logger {
  return pino({ level, base: { component }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
