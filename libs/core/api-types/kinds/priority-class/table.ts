import type { PriorityClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, integer, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a PriorityClass (`pkg/printers/internalversion` upstream). */
export const PRIORITY_CLASS_TABLE = tableOf<PriorityClass>(
  [
    NAME,
    integer('Value', 'Priority of pods of this class.'),
    { ...text('Global-Default', 'Whether this is the default class of pods without one.'), type: 'boolean' },
    AGE,
    text('PreemptionPolicy', 'Policy for preempting pods of lower priority.'),
  ],
  ({ metadata, value, globalDefault, preemptionPolicy }, nowMs) => [
    metadata.name,
    value,
    globalDefault ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
    preemptionPolicy ?? 'PreemptLowerPriority',
  ],
);
