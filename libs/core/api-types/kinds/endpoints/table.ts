import type { Stored } from '../../tables/table-kind';
import type { Endpoints } from 'kubernetes-types/core/v1';
import { ageSince } from '../../tables/age';
import { MAX_ENDPOINTS } from '../../tables/labels-text';
import { AGE, joined, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of an Endpoints (`pkg/printers/internalversion` upstream). */
export const ENDPOINTS_TABLE = tableOf<Stored<Endpoints>>(
  [NAME, text('Endpoints', of('V1Endpoints', 'subsets')), AGE],
  ({ metadata, subsets = [] }, nowMs) => {
    const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip)
        : ports.flatMap(({ port }) =>
            addresses.map(({ ip = '' }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
          ),
    );
    const more = all.length > MAX_ENDPOINTS ? ` + ${all.length - MAX_ENDPOINTS} more...` : '';
    const shown = `${joined(all.slice(0, MAX_ENDPOINTS))}${more}`;
    return [metadata.name, shown, ageSince(metadata.creationTimestamp, nowMs)];
  },
);
