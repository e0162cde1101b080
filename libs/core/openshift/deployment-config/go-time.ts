import { formatTime } from '@orrery/time';

/** A time as Go prints it: `2026-01-01 12:00:00 +0000 UTC`. */
export function goTime(ms: number): string {
  return formatTime(ms).replace('T', ' ').replace('Z', ' +0000 UTC');
}
