import type { VolumeAttachment } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a VolumeAttachment (`pkg/printers/internalversion` upstream). */
export const VOLUME_ATTACHMENT_TABLE = tableOf<VolumeAttachment>(
  [
    NAME,
    text('Attacher', 'Driver that attaches the volume.'),
    text('PV', 'Persistent volume.'),
    text('Node', 'Node to which the volume is attached.'),
    truth('Attached', 'Whether the volume is attached.'),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec.attacher,
    spec.source.persistentVolumeName ?? '',
    spec.nodeName,
    status?.attached ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
