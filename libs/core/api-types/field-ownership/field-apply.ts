import { namedFields } from './compare-fields';
import { subtractTrees } from './field-tree';
import {
  arrange,
  entryOf,
  fieldsOf,
  isEntryOf,
  trackedPart,
  withFields,
  type ManagedFieldsEntry,
  type UpdateRecord,
} from './managed-fields';
import { viewIn } from './version-view';

/**
 * Returns the managedFields after a component applied a top-level field of an object, such as its status, by server-side apply,
 * with force: the component owns all that the field names.
 */
export function recordFieldApply(record: UpdateRecord, field: string): ManagedFieldsEntry[] {
  const { kind, next, release } = record;
  const subresource = field === 'status' ? 'status' : undefined;
  const through = subresource === undefined ? record : { ...record, subresource };
  const entries = (next.metadata.managedFields as readonly ManagedFieldsEntry[] | undefined) ?? [];
  const view = viewIn(kind, record.apiVersion);
  if (!view) return [...entries];
  const part = trackedPart(kind, subresource, { isCreate: false, release });
  const applied = namedFields(view.struct, { [field]: view.of(next)[field] }, part);
  const others = entries
    .filter((entry) => !isEntryOf(entry, through, 'Apply'))
    .map((entry) => withFields(entry, subtractTrees(fieldsOf(entry), applied)));
  return arrange([...others, entryOf(through, 'Apply', applied)]);
}
