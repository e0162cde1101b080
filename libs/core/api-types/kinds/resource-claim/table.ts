import type { ResourceClaim } from '../../devices/device-types';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a ResourceClaim (`pkg/printers/internalversion` upstream). */
export const RESOURCE_CLAIM_TABLE = tableOf<ResourceClaim>(
  [NAME, text('State', 'A summary of the current state (allocated, pending, reserved, etc.).'), AGE],
  (claim, nowMs) => [claim.metadata.name, stateOf(claim), ageSince(claim.metadata.creationTimestamp, nowMs)],
);

function stateOf({ metadata, status }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const states = isDeleted ? ['deleted'] : [];
  if (!status?.allocation) return isDeleted ? 'deleted' : 'pending';
  states.push('allocated');
  if (status.reservedFor?.length) states.push('reserved');
  return states.join();
}
