import type { NetworkPolicy } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';
import { formatSelector } from '../../tables/workload-columns';

/** Columns of a NetworkPolicy (`pkg/printers/internalversion` upstream). */
export const NETWORK_POLICY_TABLE = tableOf<NetworkPolicy>(
  [NAME, text('Pod-Selector', of('V1NetworkPolicySpec', 'podSelector')), AGE],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    formatSelector(spec?.podSelector),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
