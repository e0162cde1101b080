import { duration, fields, readDocument } from '@orrery/documents';
import type { ClusterSettings } from './settings-shape';

const QUIET_FOR_MS = 50;
const IDLE_AFTER_MS = 3_600_000;

/** Settings of the auto clock. */
export const AUTO_CLOCK = fields(
  {
    quietFor: duration({
      about: 'Real time without client activity before the clock advances.',
      range: { min: 0, text: 'must not be negative' },
      shownDefault: '50ms',
    }),
    idleAfter: duration({
      about:
        'After so much cluster time in which nothing but upkeep happened, the clock goes as real time does until a client acts.',
      range: { min: 0, text: 'must not be negative' },
      shownDefault: '1h',
    }),
  },
  { about: 'Pace of a clock in mode AUTO.' },
);

/** Returns the effective settings of a cluster, in ms. */
export function autoClockSettings({ autoClock }: ClusterSettings): { quietForMs: number; idleAfterMs: number } {
  const { quietFor = QUIET_FOR_MS, idleAfter = IDLE_AFTER_MS } = readDocument(autoClock ?? {}, AUTO_CLOCK).value ?? {};
  return { quietForMs: quietFor, idleAfterMs: idleAfter };
}
