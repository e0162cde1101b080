import type { Stored } from '../../tables/table-kind';
import type { DaemonSet } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { formatLabels } from '../../tables/labels-text';
import { AGE, integer, NAME, tableOf, text, of } from '../../tables/table-kind';
import { CONTAINERS, containersAndImages, formatSelector, IMAGES, selectorOf } from '../../tables/workload-columns';

const STATUS = 'V1DaemonSetStatus';

/** Columns of a DaemonSet (`pkg/printers/internalversion` upstream). */
export const DAEMON_SET_TABLE = tableOf<Stored<DaemonSet>>(
  [
    NAME,
    integer('Desired', of(STATUS, 'desiredNumberScheduled')),
    integer('Current', of(STATUS, 'currentNumberScheduled')),
    integer('Ready', of(STATUS, 'numberReady')),
    integer('Up-to-date', of(STATUS, 'updatedNumberScheduled')),
    integer('Available', of(STATUS, 'numberAvailable')),
    text('Node Selector', of('V1PodSpec', 'nodeSelector')),
    AGE,
    CONTAINERS,
    IMAGES,
    selectorOf('V1DaemonSetSpec'),
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    status?.desiredNumberScheduled ?? 0,
    status?.currentNumberScheduled ?? 0,
    status?.numberReady ?? 0,
    status?.updatedNumberScheduled ?? 0,
    status?.numberAvailable ?? 0,
    formatLabels(spec?.template.spec?.nodeSelector as Record<string, string> | undefined),
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.template.spec),
    formatSelector(spec?.selector),
  ],
);
