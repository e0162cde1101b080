import type { PriorityClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, integer, later, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a PriorityClass (`pkg/printers/internalversion` upstream). */
export const PRIORITY_CLASS_TABLE = tableOf<PriorityClass>(
  [
    NAME,
    integer('Value', of('V1PriorityClass', 'value')),
    { ...text('Global-Default', of('V1PriorityClass', 'globalDefault')), type: 'boolean' },
    AGE,
    later(text('PreemptionPolicy', of('V1PriorityClass', 'preemptionPolicy'))),
  ],
  ({ metadata, value, globalDefault, preemptionPolicy }, nowMs) => [
    metadata.name,
    value,
    globalDefault ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
    preemptionPolicy ?? 'PreemptLowerPriority',
  ],
);
