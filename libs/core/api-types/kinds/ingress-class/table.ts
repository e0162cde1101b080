import type { IngressClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text } from '../../tables/table-kind';

/** Columns of an IngressClass (`pkg/printers/internalversion` upstream). */
export const INGRESS_CLASS_TABLE = tableOf<IngressClass>(
  [
    NAME,
    text('Controller', 'Controller that is responsible for handling this class'),
    text('Parameters', 'A reference to a resource with additional parameters'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec?.controller ?? '',
    formatParameters(spec?.parameters),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

function formatParameters(parameters: NonNullable<IngressClass['spec']>['parameters']): string {
  if (!parameters) return NONE;
  const { apiGroup, kind, name } = parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
