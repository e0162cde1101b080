import type { CSIDriver } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth, UNSET } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a CSIDriver (`pkg/printers/internalversion` upstream). */
export const CSI_DRIVER_TABLE = tableOf<CSIDriver>(
  [
    NAME,
    truth('AttachRequired', 'Whether volumes need to be attached before they are mounted.'),
    truth('PodInfoOnMount', 'Whether the driver gets information about the pod on mount.'),
    truth('StorageCapacity', 'Whether the driver reports its free capacity.'),
    text('TokenRequests', 'Service account tokens that the driver requests.'),
    truth('RequiresRepublish', 'Whether volumes are republished periodically.'),
    text('Modes', 'Supported volume lifecycle modes.'),
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
