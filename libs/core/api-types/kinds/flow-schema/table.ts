import type { FlowSchema } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text, of } from '../../tables/table-kind';

const precedenceOf = ({ spec }: FlowSchema): number => spec?.matchingPrecedence ?? 0;

/** Columns of a FlowSchema (`pkg/printers/internalversion` upstream); lists begin with those that are matched first. */
export const FLOW_SCHEMA_TABLE = {
  ...tableOf<FlowSchema>(
    [
      NAME,
      text('PriorityLevel', of('V1PriorityLevelConfigurationReference', 'name')),
      text('MatchingPrecedence', of('V1FlowSchemaSpec', 'matchingPrecedence')),
      text('DistinguisherMethod', of('V1FlowSchemaSpec', 'distinguisherMethod')),
      AGE,
      text('MissingPL', 'references a broken or non-existent PriorityLevelConfiguration'),
    ],
    (schema, nowMs) => [
      schema.metadata.name,
      schema.spec?.priorityLevelConfiguration.name ?? '',
      precedenceOf(schema),
      schema.spec?.distinguisherMethod?.type ?? NONE,
      ageSince(schema.metadata.creationTimestamp, nowMs),
      schema.status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ],
  ),
  // Names are in order already.
  order: (a: object, b: object): number => precedenceOf(a as FlowSchema) - precedenceOf(b as FlowSchema),
};
