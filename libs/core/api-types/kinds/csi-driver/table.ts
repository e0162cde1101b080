import type { CSIDriver } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth, UNSET } from '../../tables/volume-columns';
import { AGE, later, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a CSIDriver (`pkg/printers/internalversion` upstream). */
export const CSI_DRIVER_TABLE = tableOf<CSIDriver>(
  [
    NAME,
    truth('AttachRequired', of('V1CSIDriverSpec', 'attachRequired')),
    truth('PodInfoOnMount', of('V1CSIDriverSpec', 'podInfoOnMount')),
    later(truth('StorageCapacity', of('V1CSIDriverSpec', 'storageCapacity'))),
    later(text('TokenRequests', of('V1CSIDriverSpec', 'tokenRequests'))),
    later(truth('RequiresRepublish', of('V1CSIDriverSpec', 'requiresRepublish'))),
    text('Modes', of('V1CSIDriverSpec', 'volumeLifecycleModes')),
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
