import type { ControllerRevision, OwnerReference } from '../../objects';
import { groupOf } from '../kind-info';
import { ageSince } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a ControllerRevision (`pkg/printers/internalversion` upstream). */
export const CONTROLLER_REVISION_TABLE = tableOf<ControllerRevision>(
  [NAME, text('Controller', 'Controller of the object'), text('Revision', of('V1ControllerRevision', 'revision')), AGE],
  ({ metadata, revision }, nowMs) => [
    metadata.name,
    controllerName(metadata.ownerReferences?.find(({ controller }) => controller)),
    revision,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);

/** `statefulset.apps/web`. */
function controllerName(owner: OwnerReference | undefined): string {
  if (!owner) return NONE;
  const group = groupOf(owner.apiVersion);
  return `${owner.kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${owner.name}`;
}
