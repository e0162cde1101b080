import type { CSIDriver } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth, UNSET } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a CSIDriver (`pkg/printers/internalversion` upstream). */
export const CSI_DRIVER_TABLE = tableOf<CSIDriver>(
  [
    NAME,
    truth('AttachRequired', 'Whether volumes are attached before they are mounted.'),
    truth('PodInfoOnMount', 'Whether the driver is told of the pod.'),
    truth('StorageCapacity', 'Whether the driver says how much it has left.'),
    text('TokenRequests', 'Tokens that the driver wants.'),
    truth('RequiresRepublish', 'Whether mounts are repeated now and then.'),
    text('Modes', 'Lives of volumes that the driver supports.'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => [
    metadata.name,
    spec.attachRequired ?? true,
    spec.podInfoOnMount ?? false,
    spec.storageCapacity ?? false,
    (spec.tokenRequests ?? []).map(({ audience }) => audience).join(',') || UNSET,
    spec.requiresRepublish ?? false,
    (spec.volumeLifecycleModes ?? []).join(','),
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
