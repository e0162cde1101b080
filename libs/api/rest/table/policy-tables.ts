import type { Lease, PodDisruptionBudget, PriorityClass } from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, integer, NAME, tableOf, text } from './table-kind';

/** What stands for the bound that a budget does not set. */
const NOT_SET = 'N/A';

export const DISRUPTION_BUDGET_TABLE = tableOf<PodDisruptionBudget>(
  [
    NAME,
    text('Min Available', 'How many pods must stay available.'),
    text('Max Unavailable', 'How many pods may be unavailable.'),
    integer('Allowed Disruptions', 'How many pods may be evicted now.'),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    String(spec?.minAvailable ?? NOT_SET),
    String(spec?.maxUnavailable ?? NOT_SET),
    status?.disruptionsAllowed ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

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

export const LEASE_TABLE = tableOf<Lease>(
  [NAME, text('Holder', 'Who holds the lease.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
