import type { KubeObject } from '../../objects';
import { ageSince } from '../../tables/age';
import { MAX_ENDPOINTS } from '../../tables/labels-text';
import { AGE, joined, NAME, tableOf, text, of } from '../../tables/table-kind';

interface EndpointSlice extends Pick<KubeObject, 'metadata'> {
  readonly addressType?: string;
  readonly ports?: readonly { readonly port?: number }[];
  readonly endpoints?: readonly { readonly addresses: readonly string[] }[];
}

/** Columns of an EndpointSlice (`pkg/printers/internalversion` upstream). */
export const ENDPOINT_SLICE_TABLE = tableOf<EndpointSlice>(
  [
    NAME,
    text('AddressType', of('V1EndpointSlice', 'addressType')),
    text('Ports', of('V1EndpointSlice', 'ports')),
    text('Endpoints', of('V1EndpointSlice', 'endpoints')),
    AGE,
  ],
  ({ metadata, addressType = '', ...lists }, nowMs) => {
    const [ports, endpoints] = [lists.ports ?? [], lists.endpoints ?? []];
    const all = endpoints.flatMap(({ addresses }) => addresses);
    const more = all.length > MAX_ENDPOINTS ? ` + ${all.length - MAX_ENDPOINTS} more...` : '';
    const numbers = ports.map(({ port }) => (port === undefined ? '*' : String(port)));
    return [
      metadata.name,
      addressType,
      numbers.length === 0 ? '<unset>' : joined(numbers),
      all.length === 0 ? '<unset>' : `${joined(all.slice(0, MAX_ENDPOINTS))}${more}`,
      ageSince(metadata.creationTimestamp, nowMs),
    ];
  },
);
