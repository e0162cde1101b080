import type { Stored } from '../../tables/table-kind';
import type { PodTemplate } from 'kubernetes-types/core/v1';
import { formatLabels } from '../../tables/labels-text';
import { NAME, tableOf, text } from '../../tables/table-kind';
import { containersAndImages } from '../../tables/workload-columns';

/** Columns of a PodTemplate (`pkg/printers/internalversion` upstream). */
export const POD_TEMPLATE_TABLE = tableOf<Stored<PodTemplate>>(
  [
    NAME,
    text('Containers', 'Names of each container in the template.'),
    text('Images', 'Images referenced by each container in the template.'),
    text('Pod Labels', 'The labels for the pod template.'),
  ],
  ({ metadata, template }) => [
    metadata.name,
    ...containersAndImages(template?.spec),
    formatLabels(template?.metadata?.labels as Record<string, string> | undefined),
  ],
);
