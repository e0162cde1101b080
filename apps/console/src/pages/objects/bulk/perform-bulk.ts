import type { ClusterClient } from '../../../graphql/client';
import { AskError } from '../../../graphql/client';
import { DeleteObjectMutation, PatchObjectMutation, SetLabelsMutation } from '../../../graphql/operations.generated';
import { eachOf, PARALLEL, type BulkAction, type BulkOutcome } from '../../../model/objects/bulk';
import type { TableRow } from '../../../model/objects/table';

/** Objects of a kind, and what is done to each. */
export interface BulkRequest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly rows: readonly TableRow[];
  readonly action: BulkAction;
}

/** Does an action to each object, and reports each outcome as it comes: one that is refused does not end the others. */
export function performBulk(
  client: ClusterClient,
  { rows, ...request }: BulkRequest,
  report: (outcome: BulkOutcome) => void,
): Promise<void> {
  return eachOf(rows, PARALLEL, async (row) => {
    try {
      const errors = await perform(client, request, row);
      report({ row, error: errors[0]?.message });
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      report({ row, error: error.message });
    }
  });
}

async function perform(
  client: ClusterClient,
  { apiVersion, kind, action }: Omit<BulkRequest, 'rows'>,
  { namespace, name, uid }: TableRow,
): Promise<readonly { readonly message: string }[]> {
  const object = { apiVersion, kind, name, namespace: namespace || null };
  switch (action.verb) {
    case 'delete': {
      // Another object may have taken the name since it was selected.
      const preconditions = uid.includes('/') ? null : { uid };
      return (await client.ask(DeleteObjectMutation, { input: { ...object, preconditions } })).deleteObject.errors;
    }
    case 'label': {
      const input = { ...object, labels: action.changes, fieldManager: 'console' };
      return (await client.ask(SetLabelsMutation, { input })).setLabels.errors;
    }
    case 'scale': {
      const patch = { spec: { replicas: action.replicas } };
      const input = { ...object, subresource: 'scale', type: 'MERGE', patch, fieldManager: 'console' } as const;
      return (await client.ask(PatchObjectMutation, { input })).patchObject.errors;
    }
  }
}
