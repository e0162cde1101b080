import type { VolumeAttachment } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';

/** Columns of a VolumeAttachment (`pkg/printers/internalversion` upstream). */
export const VOLUME_ATTACHMENT_TABLE = tableOf<VolumeAttachment>(
  [
    NAME,
    { ...text('Attacher', of('V1VolumeAttachmentSpec', 'attacher')), format: 'name' },
    text('PV', of('V1VolumeAttachmentSource', 'persistentVolumeName')),
    text('Node', of('V1VolumeAttachmentSpec', 'nodeName')),
    truth('Attached', of('V1VolumeAttachmentStatus', 'attached')),
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
