import type { Stored } from '../../tables/table-kind';
import type { DaemonSet } from 'kubernetes-types/apps/v1';
import { ageSince } from '../../tables/age';
import { formatLabels } from '../../tables/labels-text';
import { AGE, integer, NAME, tableOf, text } from '../../tables/table-kind';
import {
  AVAILABLE,
  CONTAINERS,
  containersAndImages,
  CURRENT,
  DESIRED,
  formatSelector,
  IMAGES,
  READY,
  SELECTOR,
  UP_TO_DATE,
} from '../../tables/workload-columns';

/** Columns of a DaemonSet (`pkg/printers/internalversion` upstream). */
export const DAEMON_SET_TABLE = tableOf<Stored<DaemonSet>>(
  [
    NAME,
    DESIRED,
    CURRENT,
    READY,
    integer('Up-to-date', UP_TO_DATE),
    AVAILABLE,
    text('Node Selector', 'Node selector of the pods.'),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
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
