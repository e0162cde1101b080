import type { IPAddress } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text } from '../../tables/table-kind';

/** Columns of an IPAddress (`pkg/printers/internalversion` upstream). */
export const IP_ADDRESS_TABLE = tableOf<IPAddress>(
  [NAME, text('ParentRef', 'The object that has the address.'), AGE],
  ({ metadata, spec }, nowMs) => [metadata.name, parentOf(spec), ageSince(metadata.creationTimestamp, nowMs)],
);

function parentOf(spec: IPAddress['spec']): string {
  if (!spec?.parentRef) return NONE;
  const { group, resource = '', namespace, name } = spec.parentRef;
  return [`${resource}${group ? `.${group}` : ''}`.toLowerCase(), ...(namespace ? [namespace] : []), name].join('/');
}
