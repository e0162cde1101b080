import type { Lease, PodDisruptionBudget, PriorityClass } from '@orrery/api-types';
import { ageSince } from './age';
import { AGE, integer, NAME, tableOf, text } from './table-kind';

/** What stands for the bound that a budget does not set. */
const NOT_SET = 'N/A';

export const DISRUPTION_BUDGET_TABLE = tableOf<PodDisruptionBudget>(
  [
    NAME,
    text('Min Available', 'Minimum number of pods that must be available.'),
    text('Max Unavailable', 'Maximum number of pods that can be unavailable.'),
    integer('Allowed Disruptions', 'Number of pod disruptions that are currently allowed.'),
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

export const LEASE_TABLE = tableOf<Lease>(
  [NAME, text('Holder', 'Identity of the holder of the lease.'), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.holderIdentity ?? '',
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
