import { boolean, duration, fields, integer, readDocument } from '@orrery/documents';

/** Amount of history that a cluster retains. The longest limit counts. */
export const HISTORY = fields(
  {
    changes: integer({
      about: 'Minimum number of retained changes. Processes that fell behind need some of them in any case.',
      range: { min: 10_000, text: 'must be at least 10000' },
      shownDefault: '50000',
    }),
    duration: duration({
      about: 'For how long changes are kept at least, in cluster time.',
      range: { min: 0, text: 'must not be negative' },
    }),
    everything: boolean({ about: 'Whether every change is kept.', shownDefault: 'false' }),
  },
  { about: 'Retention of the history of a cluster, which can be read and compared.' },
);

/** Retained part of the log. */
export interface KeptHistory {
  /** Changes at least; Infinity: all. */
  readonly changes: number;
  /** Minimum duration in ms of cluster time; 0 if the number of changes alone counts. */
  readonly durationMs: number;
}

/** Reads the section `history` of a cluster's settings; `usualChanges` are kept by default. */
export function keptHistory(settings: Readonly<Record<string, unknown>>, usualChanges: number): KeptHistory {
  const {
    changes = usualChanges,
    duration: durationMs = 0,
    everything,
  } = readDocument(settings['history'] ?? {}, HISTORY).value ?? {};
  return { changes: everything === true ? Infinity : changes, durationMs };
}
