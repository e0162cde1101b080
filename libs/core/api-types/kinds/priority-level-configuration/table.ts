import type { PriorityLevelConfiguration } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text } from '../../tables/table-kind';

/** Columns of a PriorityLevelConfiguration (`pkg/printers/internalversion` upstream). */
export const PRIORITY_LEVEL_TABLE = tableOf<PriorityLevelConfiguration>(
  [
    NAME,
    text('Type', 'Whether requests are limited.'),
    text('NominalConcurrencyShares', 'Share of the requests that are executed at the same time.'),
    text('Queues', 'Number of queues.'),
    text('HandSize', 'Number of queues that a flow is dealt.'),
    text('QueueLengthLimit', 'Requests that wait in a queue at most.'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => {
    const queuing = spec?.limited?.limitResponse?.queuing;
    return [
      metadata.name,
      spec?.type ?? '',
      spec?.limited?.nominalConcurrencyShares ?? NONE,
      queuing?.queues ?? NONE,
      queuing?.handSize ?? NONE,
      queuing?.queueLengthLimit ?? NONE,
      ageSince(metadata.creationTimestamp, nowMs),
    ];
  },
);
