import { NAME, tableOf, text, type Column } from '../../../tables/table-kind';
import type { Template } from './template';

const MAX_DESCRIPTION = 80;
const OBJECTS: Column = { ...text('Objects', 'Number of resources in this template.'), type: 'integer' };

/** Columns of a Template (`pkg/template/printers/internalversion` of OpenShift). */
export const TEMPLATE_TABLE = tableOf<Template>(
  [
    NAME,
    text('Description', 'Template description.'),
    text('Parameters', 'Parameters that will be used by the template.'),
    OBJECTS,
  ],
  ({ metadata, parameters = [], objects = [] }) => [
    metadata.name,
    shortened(metadata.annotations?.['description'] ?? ''),
    stateOf(parameters),
    objects.length,
  ],
);

/** The first line, and of a long one the beginning. */
function shortened(description: string): string {
  const line = description.split('\n')[0]!.trim();
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 3).trim()}...` : line;
}

function stateOf(parameters: NonNullable<Template['parameters']>): string {
  const generated = parameters.filter(({ generate = '' }) => generate !== '').length;
  const blank = parameters.filter(({ generate = '', value = '' }) => generate === '' && value === '').length;
  if (blank > 0) return `${parameters.length} (${blank} blank)`;
  return generated > 0 ? `${parameters.length} (${generated} generated)` : `${parameters.length} (all set)`;
}
