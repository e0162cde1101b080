import { parseDurationMs } from '@orrery/time';
import { badUserInput } from '../errors/input-error';

/** Returns a duration argument in ms; undefined without one. Throws `BAD_USER_INPUT` for invalid and negative durations. */
export function durationOf(text: string | null | undefined, name: string): number | undefined {
  if (text == null) return undefined;
  const durationMs = parseDurationMs(text);
  if (durationMs === undefined || durationMs < 0)
    throw badUserInput(`${name}: must be a non-negative duration`, [name]);
  return durationMs;
}
