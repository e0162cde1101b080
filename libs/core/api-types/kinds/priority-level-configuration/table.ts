import type { PriorityLevelConfiguration } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, former, later, NAME, NONE, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a PriorityLevelConfiguration (`pkg/printers/internalversion` upstream). */
export const PRIORITY_LEVEL_TABLE = tableOf<PriorityLevelConfiguration>(
  [
    NAME,
    text('Type', of('V1PriorityLevelConfigurationSpec', 'type')),
    former(text('AssuredConcurrencyShares', of('V1LimitedPriorityLevelConfiguration', 'nominalConcurrencyShares'))),
    later(text('NominalConcurrencyShares', of('V1LimitedPriorityLevelConfiguration', 'nominalConcurrencyShares'))),
    text('Queues', of('V1QueuingConfiguration', 'queues')),
    text('HandSize', of('V1QueuingConfiguration', 'handSize')),
    text('QueueLengthLimit', of('V1QueuingConfiguration', 'queueLengthLimit')),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => {
    const shares = spec?.limited?.nominalConcurrencyShares ?? NONE;
    const queuing = spec?.limited?.limitResponse?.queuing;
    return [
      metadata.name,
      spec?.type ?? '',
      shares,
      shares,
      queuing?.queues ?? NONE,
      queuing?.handSize ?? NONE,
      queuing?.queueLengthLimit ?? NONE,
      ageSince(metadata.creationTimestamp, nowMs),
    ];
  },
);
