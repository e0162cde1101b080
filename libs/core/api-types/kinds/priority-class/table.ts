import type { PriorityClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, integer, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a PriorityClass (`pkg/printers/internalversion` upstream). */
export const PRIORITY_CLASS_TABLE = tableOf<PriorityClass>(
  [
    NAME,
    integer('Value', 'The priority of pods of this class.'),
    { ...text('Global-Default', 'Whether pods without a class are of this one.'), type: 'boolean' },
    AGE,
    text('PreemptionPolicy', 'Whether pods of this class take the room of others.'),
  ],
  ({ metadata, value, globalDefault, preemptionPolicy }, nowMs) => [
    metadata.name,
    value,
    globalDefault ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
    preemptionPolicy ?? 'PreemptLowerPriority',
  ],
);
