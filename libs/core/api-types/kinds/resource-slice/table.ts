import type { ResourceSlice } from '../../devices/device-types';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a ResourceSlice (`pkg/printers/internalversion` upstream). */
export const RESOURCE_SLICE_TABLE = tableOf<ResourceSlice>(
  [
    NAME,
    text('Node', 'Node whose devices these are; empty for devices of several nodes.'),
    text('Driver', 'Driver of the devices.'),
    text('Pool', 'Pool that the devices are in.'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec.nodeName ?? '',
    spec.driver,
    spec.pool.name,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
