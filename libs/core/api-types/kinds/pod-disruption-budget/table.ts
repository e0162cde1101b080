import type { PodDisruptionBudget } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, integer, NAME, tableOf, text } from '../../tables/table-kind';

/** Text for the bound that a budget does not set. */
const NOT_SET = 'N/A';

/** Columns of a PodDisruptionBudget (`pkg/printers/internalversion` upstream). */
export const DISRUPTION_BUDGET_TABLE = tableOf<PodDisruptionBudget>(
  [
    NAME,
    text('Min Available', 'The minimum number of pods that must be available.'),
    text('Max Unavailable', 'The maximum number of pods that may be unavailable.'),
    integer('Allowed Disruptions', 'Calculated number of pods that may be disrupted at this time.'),
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
